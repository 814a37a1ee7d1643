// Serves the page with runs made by hand, to look at while one works on it: node dev/look.mjs
import { lattice, run_list, tower } from '../test/synthetic.mjs';
import { serve } from '../test/server.mjs';

const { address } = await serve({ ...run_list(['lattice.run', 'tower.run']), ...lattice(), ...tower({ index: 1 }) });
console.log(address);
