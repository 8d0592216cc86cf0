import './prototypes.js'
import { Factory } from './factory.js'
import { addAll } from './plugins.js'
import { buildProgram } from './program.js'

// Checks that all installed packages can add their commands, and runs none of these. `node ace plugin:add` runs
// this file before it changes anything.
let fits = false
// Loaded code may end the process with a success code.
process.on('exit', () => {
  if (!fits) process.exitCode = 1
})

const { stdin, stdout, stderr, env } = process
const factory = new Factory({ stdin, stdout, stderr }, env)
const faults = await addAll(buildProgram(factory), factory)
for (const { message } of faults) factory.note(message)
fits = faults.length === 0
