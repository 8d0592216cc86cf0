import './prototypes.js'
import { Factory } from './factory.js'
import { addAll } from './plugins.js'
import { buildProgram } from './program.js'

// Adds the verbs of all installed packages and runs none: `node ace plugin:add` asks before it changes anything.
let fits = false
// Code that is loaded may end the process and call that a success.
process.on('exit', () => {
  if (!fits) process.exitCode = 1
})

const { stdin, stdout, stderr, env } = process
const factory = new Factory({ stdin, stdout, stderr }, env)
const faults = await addAll(buildProgram(factory), factory)
for (const { message } of faults) factory.note(message)
fits = faults.length === 0
