import type { Operation } from './operation.js'

export type Action = (input: unknown) => unknown

/** Loads an operation's controller once, at the first request. */
export function loadAction({ controller, action, route }: Operation): () => Promise<Action> {
  let loaded: Promise<Action> | undefined
  return () =>
    (loaded ??= controller().then(({ default: Controller }) => {
      const made = new Controller() as Record<string, Action | undefined>
      const method = made[action]
      if (!method) throw new Error(`Operation ${route}: the controller has no action "${action}".`)
      return method.bind(made)
    }))
}
