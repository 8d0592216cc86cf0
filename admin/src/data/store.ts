import { environmentKey, sessionKey, type Session } from '@crossdock/admin/kit'
import type { QueryClient } from '@tanstack/react-query'
import { localStorageStore, type Store } from 'ra-core'
import type { ApiClient } from './api.js'
import { TabEnvironment } from './tab_environment.js'

/** React-admin's store. The server keeps a copy of the personal part. */
export interface PersonalStore extends Store {
  /** Sends unsent changes. Changes that could not be sent are sent with the next change. */
  flush(): Promise<void>
}

// Keys that the server keeps. All others (the selection, an open sidebar) stay in this browser.
const isPersonal = (key: string) => /^(theme$|locale$|(list|assets|preferences)\.)/.test(key)
/** Keys that are kept when another person signs in, because the sign-in page uses them too. */
const keptKeys = ['theme', 'locale']
const ownerKey = 'kept.owner'
const unsentKey = 'kept.unsent'
const PAUSE_MS = 400

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Creates the store. Local storage is the working copy: it is available immediately, without the server, and to
 * all tabs. The session contains the server's copy. Changes are sent to the server a moment later. Each tab has
 * its own environment.
 */
export function createStore(
  client: QueryClient,
  api: Pick<ApiClient, 'putInBackground'>
): PersonalStore {
  const local = localStorageStore()
  const environment = new TabEnvironment(local, local.getItem<string>(ownerKey) ?? null)
  let timer: ReturnType<typeof setTimeout> | undefined

  const unsent = () => local.getItem<string[]>(unsentKey) ?? []
  const personal = () => Object.keys(local.listItems?.() ?? {}).filter(isPersonal)
  const forget = (keys: string[]) => keys.forEach((key) => local.removeItem(key))

  let sending: Promise<void> | undefined

  // One request after the other, because two parallel requests could arrive in the wrong order.
  async function flush() {
    clearTimeout(timer)
    while (sending) await sending
    sending = send().finally(() => (sending = undefined))
    await sending
  }

  async function send() {
    const keys = unsent()
    if (keys.length === 0 || !local.getItem(ownerKey)) return
    const valueOf = (key: string): unknown => local.getItem(key) ?? null
    const values = Object.fromEntries(keys.map((key) => [key, valueOf(key)]))
    try {
      await api.putInBackground('me/preferences', { values })
    } catch {
      return
    }
    const isSent = (key: string) => key in values && isEqual(values[key], valueOf(key))
    local.setItem(
      unsentKey,
      unsent().filter((key) => !isSent(key))
    )
  }

  function changed(key: string) {
    if (!isPersonal(key) || !local.getItem(ownerKey)) return
    local.setItem(unsentKey, [...new Set([...unsent(), key])])
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), PAUSE_MS)
  }

  function applySession({ user, preferences }: Session) {
    if (local.getItem(ownerKey) !== user.id) {
      // Remove all other keys: the palette's history, for one, names files of the previous person.
      forget(Object.keys(local.listItems?.() ?? {}).filter((key) => !keptKeys.includes(key)))
      local.setItem(ownerKey, user.id)
    }
    environment.setOwner(user.id)
    const waiting = new Set([...unsent(), ...keptKeys])
    forget(personal().filter((key) => !(key in preferences) && !waiting.has(key)))
    for (const [key, value] of Object.entries(preferences)) {
      if (isPersonal(key) && !unsent().includes(key) && !isEqual(local.getItem(key), value)) {
        local.setItem(key, value)
      }
    }
    if (unsent().length > 0) void flush()
  }

  let known: Session | null | undefined
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionKey[0]) return
    const session = query.state.data as Session | null | undefined
    if (session === known) return
    known = session
    if (session) applySession(session)
  })

  return {
    ...local,
    flush,
    getItem<T>(key: string, otherwise?: T) {
      if (key === environmentKey) return (environment.getItem() ?? otherwise) as T
      return local.getItem(key, otherwise) as T
    },
    subscribe(key, callback) {
      if (key === environmentKey) return environment.subscribe(callback)
      return local.subscribe(key, callback)
    },
    setItem(key, value) {
      if (key === environmentKey) return environment.setItem(value as string | null)
      const isNew = !isEqual(local.getItem(key), value)
      local.setItem(key, value)
      // Screens also set values that they have just read. Only a new value must be sent.
      if (isNew) changed(key)
    },
    removeItem(key) {
      local.removeItem(key)
      changed(key)
    },
    /** Clears this browser's copy on sign-out. The server's copy stays. */
    reset() {
      const kept = keptKeys.map((key) => [key, local.getItem(key) as unknown] as const)
      local.reset()
      environment.forget()
      for (const [key, value] of kept) if (value !== undefined) local.setItem(key, value)
    },
  }
}
