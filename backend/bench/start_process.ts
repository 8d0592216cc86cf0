import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A program of the bench in a separate process. */
export interface Process<Ready> {
  /** The message that the program sent when it was ready. */
  ready: Ready
  /** Sends a question and returns the answer. */
  ask<Answer>(question: object): Promise<Answer>
  close(): Promise<void>
}

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/** Starts a program of this folder (`baselines/list`) and waits until it is ready. */
export async function startProcess<Ready extends object>(
  name: string,
  options: object = {}
): Promise<Process<Ready>> {
  const file = fileURLToPath(new URL(`./${name}.${extension}`, import.meta.url))
  const child = fork(file, [JSON.stringify(options)], { execArgv: process.execArgv })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`"${name}" ended with ${code}.`)
  })
  // Each `Promise.race` below handles the error.
  ended.catch(() => undefined)
  const message = async <Message extends object>(): Promise<Message> => {
    for (;;) {
      const [received] = await Promise.race([once(child, 'message'), ended])
      // AdonisJS sends its own messages, which are marked.
      if (typeof received === 'object' && !('isAdonisJS' in received)) return received as Message
    }
  }
  return {
    ready: await message<Ready>(),
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

/** A hand-written program to compare the product with. It serves at `url` or answers questions. */
export interface Baseline extends Pick<Process<object>, 'ask' | 'close'> {
  url: string
}

/** Starts `baselines/<name>.ts`. */
export async function startBaseline(name: string, options: object = {}): Promise<Baseline> {
  const { ready, ask, close } = await startProcess<{ port?: number }>(`baselines/${name}`, options)
  return { url: `http://127.0.0.1:${ready.port}`, ask, close }
}
