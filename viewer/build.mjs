// Bundles the page into one file without addresses: dist/index.html, with script and style inside.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const here = (name) => new URL(name, import.meta.url);

async function bundle(entry) {
  const made = await build({
    entryPoints: [here(entry).pathname], bundle: true, minify: true, write: false, format: 'iife', target: 'es2022',
    legalComments: 'none', charset: 'utf8', logLevel: 'warning',
  });
  return made.outputFiles[0].text;
}

const [script, style, page] = await Promise.all([bundle('src/main.ts'), bundle('src/style.css'), readFile(here('src/page.html'), 'utf8')]);
// Text inside a script element must not hold its own end. Functions as replacement: a $ in the code stays a $.
const inline = page
  .replace('/* style */', () => style.trim())
  .replace('/* script */', () => script.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'));
await mkdir(here('dist'), { recursive: true });
await writeFile(here('dist/index.html'), inline);
console.log(`dist/index.html: ${(inline.length / 1024).toFixed(0)} kB`);
