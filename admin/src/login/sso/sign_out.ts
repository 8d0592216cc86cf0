const key = 'crossdock.sign-in.provider'

/** This browser has gone to a provider to sign in. */
export function rememberProvider(): void {
  try {
    localStorage.setItem(key, '1')
  } catch {
    // A browser that keeps nothing is signed out here alone.
  }
}

/**
 * Where the session is signed out at the provider, too; nothing for browsers that never went to one.
 * @param ask asks the server, which knows whether this very session came by one
 */
export async function leavingBy(
  ask: () => Promise<{ url: string | null }>
): Promise<string | undefined> {
  try {
    if (!localStorage.getItem(key)) return undefined
    localStorage.removeItem(key)
    return (await ask()).url ?? undefined
  } catch {
    return undefined
  }
}
