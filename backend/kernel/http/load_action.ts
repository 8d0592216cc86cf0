import { Answer } from './answer.js'
import type { Operation } from './operation.js'
import { Page } from '../lists/page.js'

export type Action = (input: unknown) => unknown

/** Loads an operation's controller once, at the first request; `show` turns its result into the answer. */
export function loadAction({ controller, action, route, show }: Operation): () => Promise<Action> {
  let loaded: Promise<Action> | undefined
  return () =>
    (loaded ??= controller().then(({ default: Controller }) => {
      const made = new Controller() as Record<string, Action | undefined>
      const method = made[action]
      if (!method) throw new Error(`Operation ${route}: the controller has no action "${action}".`)
      const act = method.bind(made)
      return show ? async (input) => shown(show as ShowRows, await act(input)) : act
    }))
}

type ShowRows = (rows: unknown[]) => unknown[] | Promise<unknown[]>

async function shown(show: ShowRows, result: unknown): Promise<unknown> {
  if (result === undefined) return undefined
  if (result instanceof Page) {
    return result.with(await show(result.rows))
  }
  if (!(result instanceof Answer)) return (await show([result]))[0]
  const { status, body, headers } = result
  return body === undefined ? result : new Answer(status, (await show([body]))[0], headers)
}
