import { existsSync } from 'node:fs'
import { server } from './build.mjs'
import { at } from './paths.mjs'
import { program } from './program.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'

const files = ['client/index.d.ts', 'client/v2/paths.d.ts'].map((file) => `backend/${file}`)
files.push('docs/reference/openapi.json')

/** The client's types and openapi.json. Type checks, stories and packages read them; a running server does not. */
export const described = {
  name: 'description of the API',
  result: files[0],
  inputs: server.inputs,
  made: () => files.filter((file) => existsSync(at(file))),
  async make(node) {
    const args = [...(await program(node, 'console')), 'openapi:generate', '--client']
    const status = await run(node, args, { stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Refusal('Could not describe the API: the messages above say why.')
  },
}
