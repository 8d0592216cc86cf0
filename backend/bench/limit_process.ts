import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A program of the bench in a process of its own. */
export interface Process<Told> {
  /** What it said when it was ready. */
  told: Told
  /** Has it work, and gives what it says of it. */
  ask<Answer>(question: object): Promise<Answer>
  close(): Promise<void>
}

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/** Starts a program of this folder (`limits/list`) and waits until it is ready. */
export async function startProcess<Told extends object>(
  name: string,
  options: object = {}
): Promise<Process<Told>> {
  const file = fileURLToPath(new URL(`./${name}.${extension}`, import.meta.url))
  const child = fork(file, [JSON.stringify(options)], { execArgv: process.execArgv })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`"${name}" ended with ${code}.`)
  })
  // Met by whoever waits for a message.
  ended.catch(() => undefined)
  const message = async <Message extends object>(): Promise<Message> => {
    for (;;) {
      const [told] = await Promise.race([once(child, 'message'), ended])
      // The framework sends some of its own, which say so.
      if (typeof told === 'object' && !('isAdonisJS' in told)) return told as Message
    }
  }
  return {
    told: await message<Told>(),
    ask<Answer>(question: object) {
      child.send(question)
      return message() as Promise<Answer>
    },
    async close() {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** A hand-written limit, which serves at `url` or works when it is asked to. */
export interface Limit extends Pick<Process<object>, 'ask' | 'close'> {
  url: string
}

/** Starts `limits/<name>.ts`. */
export async function startLimit(name: string, options: object = {}): Promise<Limit> {
  const { told, ask, close } = await startProcess<{ port?: number }>(`limits/${name}`, options)
  return { url: `http://127.0.0.1:${told.port}`, ask, close }
}
