import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A hand-written limit in a process of its own. */
export interface Limit {
  /** Of one that serves. */
  url: string
  /** Of one that works when it is asked to. */
  ask<Answer>(question: object): Promise<Answer>
  close(): Promise<void>
}

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
export const limitFile = (name: string) =>
  fileURLToPath(new URL(`./limits/${name}.${extension}`, import.meta.url))

/** Starts `limits/<name>.ts` and waits until it is ready. */
export async function startLimit(name: string, options: object = {}): Promise<Limit> {
  const child = fork(limitFile(name), [JSON.stringify(options)], { execArgv: process.execArgv })
  const message = async <Message>(): Promise<Message> => {
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The limit "${name}" ended with ${code}.`)
    })
    const [told] = await Promise.race([once(child, 'message'), ended])
    return told as Message
  }
  const { port } = await message<{ port?: number }>()
  return {
    url: `http://127.0.0.1:${port}`,
    ask(question) {
      child.send(question)
      return message()
    },
    async close() {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
