const key = 'crossdock.sign-in.provider'

/** Remembers that this browser has used a provider to sign in. */
export function rememberProvider(): void {
  try {
    localStorage.setItem(key, '1')
  } catch {
    // Storage is blocked. Signing out then ends only the session here, not the one at the provider.
  }
}

/**
 * Returns the URL that also signs the person out at the provider; undefined for a browser that never used one.
 * @param ask asks the server, which knows whether this session began at a provider
 */
export async function providerSignOutUrl(
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
