// Serves the page and answers that were made beforehand: {"api/run/0/frame/3": Buffer or object or function}.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

export async function serve(answers) {
  const page = await readFile(new URL('../dist/index.html', import.meta.url));
  const listeners = new Set(), asked = [];
  let connected = 0, heard = () => undefined;
  const server = createServer((request, response) => {
    const path = request.url.split('?')[0].slice(1);
    asked.push(path);
    if (path === '') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    if (path === 'api/live') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
      listeners.add(response);
      ++connected;
      heard();
      request.on('close', () => listeners.delete(response));
      return;
    }
    let found = answers[path];
    if (typeof found === 'function') found = found();
    if (found === undefined) return void response.writeHead(404, { 'content-type': 'text/plain' }).end(`nothing at ${path}`);
    const is_raw = Buffer.isBuffer(found);
    response.writeHead(200, { 'content-type': is_raw ? 'application/octet-stream' : 'application/json' });
    response.end(is_raw ? found : JSON.stringify(found));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  server.unref();  // a test that failed must not keep the process
  return {
    address: `http://127.0.0.1:${server.address().port}/`, asked,
    // Until so many pages have asked for news, all together.
    async listened(count) { while (connected < count) await new Promise((done) => { heard = done; }); },
    send(event, data) { for (const response of listeners) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`); },
    close() { for (const response of listeners) response.end(); server.closeAllConnections?.(); server.close(); },
  };
}
