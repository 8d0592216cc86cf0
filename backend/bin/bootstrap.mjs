// What `npm start`, `npm test` and the other scripts run. Plain JavaScript on purpose: it has to work on
// a machine where nothing is installed yet, under any Node from 20 on.
import { main } from './bootstrap/main.mjs'

await main(process.argv[2], process.argv.slice(3))
