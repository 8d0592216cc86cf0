import { environmentKey, sessionKey, type Session } from '@crossdock/admin/kit'
import type { QueryClient } from '@tanstack/react-query'
import { localStorageStore, type Store } from 'ra-core'
import type { ApiClient } from './api.js'
import { TabEnvironment } from './tab_environment.js'

/** React-admin's store, of which the part that belongs to the person is kept on the server. */
export interface PersonalStore extends Store {
  /** Send what was set and not sent yet; what cannot be sent waits for the next time. */
  flush(): Promise<void>
}

// The rest (what is selected, an open sidebar) belongs to this browser.
const isPersonal = (key: string) => /^(theme$|locale$|(list|assets|preferences)\.)/.test(key)
/** What stays for whoever sits here next: the sign-in page has it, too. */
const staying = ['theme', 'locale']
const ownerKey = 'kept.owner'
const unsentKey = 'kept.unsent'
const PAUSE_MS = 400

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Local storage is the copy one works on: it is there at once, without the server, and for all tabs. The
 * session brings what the server keeps; what is set here goes there a moment later. Where one works is each tab's own.
 */
export function createStore(client: QueryClient, api: Pick<ApiClient, 'putAside'>): PersonalStore {
  const local = localStorageStore()
  const environment = new TabEnvironment(local, local.getItem<string>(ownerKey) ?? null)
  let timer: ReturnType<typeof setTimeout> | undefined

  const unsent = () => local.getItem<string[]>(unsentKey) ?? []
  const personal = () => Object.keys(local.listItems?.() ?? {}).filter(isPersonal)
  const forget = (keys: string[]) => keys.forEach((key) => local.removeItem(key))

  let sending: Promise<void> | undefined

  // One after the other: of two that wait for a session at once the older might arrive last.
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
      await api.putAside('me/preferences', { values })
    } catch {
      return
    }
    const isSent = (key: string) => key in values && same(values[key], valueOf(key))
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

  function adopt({ user, preferences }: Session) {
    if (local.getItem(ownerKey) !== user.id) {
      // Whatever it is: what the palette was used for names files of whoever sat here before.
      forget(Object.keys(local.listItems?.() ?? {}).filter((key) => !staying.includes(key)))
      local.setItem(ownerKey, user.id)
    }
    environment.of(user.id)
    const waiting = new Set([...unsent(), ...staying])
    forget(personal().filter((key) => !(key in preferences) && !waiting.has(key)))
    for (const [key, value] of Object.entries(preferences)) {
      if (isPersonal(key) && !unsent().includes(key) && !same(local.getItem(key), value)) {
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
    if (session) adopt(session)
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
      const isNew = !same(local.getItem(key), value)
      local.setItem(key, value)
      // Screens set again what they have read: a visit alone writes nothing.
      if (isNew) changed(key)
    },
    removeItem(key) {
      local.removeItem(key)
      changed(key)
    },
    /** Signing out: on the server everything stays. */
    reset() {
      const kept = staying.map((key) => [key, local.getItem(key) as unknown] as const)
      local.reset()
      environment.forget()
      for (const [key, value] of kept) if (value !== undefined) local.setItem(key, value)
    },
  }
}
