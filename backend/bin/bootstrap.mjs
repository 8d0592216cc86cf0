// Runs `npm start`, `npm test` and the other scripts. Plain JavaScript: it must work before anything is
// installed, under any Node from 20 on.
import { main } from './bootstrap/main.mjs'

await main(process.argv[2], process.argv.slice(3))
