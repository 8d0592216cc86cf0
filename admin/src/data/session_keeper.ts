import { page, unsaved, type ApiState, type Session } from '@crossdock/admin/kit'
import type { Observable } from './observable.js'
import { sessionChanged, sessionEnded } from './problem.js'
import type { Tabs } from './tabs.js'
import { Waiting } from './waiting.js'

interface KeeperOptions {
  state: Observable<ApiState>
  tabs: Tabs
  /** Who is signed in by the server's word. */
  whoami: () => Promise<Session | null>
  /** Ask again who is signed in and show that: nobody was, or nothing here would be lost. */
  reread: () => void
}

/**
 * Whom this page belongs to, and what happens when the server says otherwise: calls wait while the
 * person signs in again, and never go out for somebody else.
 */
export class SessionKeeper {
  #owner: Session | null = null
  #waiting = new Waiting()
  #checking: Promise<void> | undefined

  constructor(private readonly options: KeeperOptions) {
    options.tabs.listen((message) => {
      if (message === 'signed-out') this.#signedOutElsewhere()
      else if (this.#owner) void options.whoami().then((session) => this.saw(session, true), ignore)
      else options.reread()
    })
  }

  /** Who works on this page; null before anybody signed in. */
  get owner(): Session | null {
    return this.#owner
  }

  /** The page starts, or somebody signed in on it: it belongs to this person from now on. */
  begin(session: Session | null) {
    this.#owner = session
    const left = this.options.state.get().session === 'left'
    this.#set(session ? 'live' : left ? 'left' : 'none')
    if (session) this.#waiting.goOn()
  }

  /** Somebody signed out on purpose. */
  leave() {
    this.#owner = null
    this.#set('left')
    this.#waiting.giveUpWrites(sessionEnded())
    this.options.tabs.tell('signed-out')
  }

  /** The person signed in on this page; other tabs hear of it. */
  tellOthers() {
    this.options.tabs.tell('signed-in')
  }

  /** A call was answered 401 or 409 E_SESSION_CHANGED: resolves when it may be repeated, once. */
  renewed(isRead: boolean, signal?: AbortSignal | null): Promise<void> {
    const { session } = this.options.state.get()
    if (session === 'changed' && !isRead) return Promise.reject(sessionChanged())
    const waiting = this.#waiting.join(isRead, signal)
    if (session === 'live') void this.check()
    // Somebody closed the question and now does something that needs an answer.
    else if (session === 'ended' && !isRead) this.ask()
    return waiting
  }

  /** Show the question to sign in (or, for somebody else's session, to reload) again. */
  ask = () => this.options.state.set({ asking: true })

  /** Close the question. What waits to write fails, what reads goes on waiting. */
  dismiss() {
    this.options.state.set({ asking: false })
    this.#waiting.giveUpWrites(sessionEnded())
  }

  /** Ask the server whose session this browser has now, and act on it. */
  check(): Promise<void> {
    this.#checking ??= this.options
      .whoami()
      // Out of reach just now. The session is gone for all we know; signing in will tell.
      .catch(() => null)
      .then((session) => this.saw(session))
      .finally(() => (this.#checking = undefined))
    return this.#checking
  }

  /**
   * What the server says about who is signed in, while the page belongs to somebody. Without
   * anything to lose and without a call that is about to fail, it may simply load anew.
   */
  saw(session: Session | null, mayReload = false) {
    if (!this.#owner || this.options.state.get().session === 'changed') return
    if (!session) {
      if (this.options.state.get().session !== 'ended') this.#set('ended', true)
    } else if (isSamePerson(session, this.#owner)) {
      this.#owner = session
      this.#set('live')
      this.#waiting.goOn()
    } else if (mayReload && !unsaved.any()) {
      page.reload()
    } else {
      this.#set('changed', true)
      this.#waiting.giveUpWrites(sessionChanged())
    }
  }

  #signedOutElsewhere() {
    if (!this.#owner) return
    if (unsaved.any()) return this.saw(null)
    this.#owner = null
    this.#set('none')
    this.options.reread()
  }

  #set(session: ApiState['session'], asking = false) {
    this.options.state.set({ session, asking })
  }
}

// Out of reach: the next call will find out.
const ignore = () => undefined

const isSamePerson = (a: Session, b: Session) =>
  a.user.id === b.user.id && a.tenant?.id === b.tenant?.id
