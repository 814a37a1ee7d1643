// Writes the answers that src/wire.ts reads.
const kTypes = new Map([[Float32Array, 'f32'], [Uint32Array, 'u32'], [Uint16Array, 'u16'], [Uint8Array, 'u8']]);
const padded = (bytes) => Math.ceil(bytes / 8) * 8;

// arrays: {name: [typed array, components]}
export function encode(arrays, time, more = {}) {
  const header = { ...(time === undefined ? {} : { time }), ...more, arrays: {} };
  let offset = 0;
  for (const [name, [data, components = 1]] of Object.entries(arrays)) {
    const count = data.length / components;
    header.arrays[name] = { type: kTypes.get(data.constructor), shape: components > 1 ? [count, components] : [count], offset };
    offset += padded(data.byteLength);
  }
  const text = Buffer.from(JSON.stringify(header)), begin = padded(8 + text.length);
  const answer = Buffer.alloc(begin + offset, ' ');
  answer.writeUInt32LE(0x4e524143, 0);
  answer.writeUInt32LE(begin - 8, 4);
  text.copy(answer, 8);
  for (const [name, [data]] of Object.entries(arrays))
    Buffer.from(data.buffer, data.byteOffset, data.byteLength).copy(answer, begin + header.arrays[name].offset);
  return answer;
}

export function base64(data) {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}
