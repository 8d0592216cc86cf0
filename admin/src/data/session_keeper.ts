import { page, unsaved, type ApiState, type Session } from '@crossdock/admin/kit'
import type { Observable } from './observable.js'
import { sessionChanged, sessionEnded } from './problem.js'
import { Stay } from './stay.js'
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
  #stay = new Stay(null)
  #waiting = new Waiting()
  #checking = false
  #parting = new Waiting()
  #isParting = false

  constructor(private readonly options: KeeperOptions) {
    options.tabs.listen((message) => {
      if (message === 'signed-out') this.#signedOutElsewhere()
      else if (this.owner) void this.look(true).catch(ignore)
      else options.reread()
    })
  }

  /** Who works on this page; null before anybody signed in. */
  get owner(): Session | null {
    return this.#stay.owner
  }

  /** The stay a call made now belongs to. */
  get stay(): Stay {
    return this.#stay
  }

  /** The page starts, or somebody signed in on it: it belongs to this person from now on. */
  begin(session: Session | null) {
    if (session && this.#stay.isOf(session)) this.#stay.owner = session
    else this.#enter(session)
    const left = this.options.state.get().session === 'left'
    this.#set(session ? 'live' : left ? 'left' : 'none')
    if (session) this.#waiting.goOn()
  }

  /** The person leaves: every call that is in flight or waits ends, and none goes out until `parted`. */
  part() {
    this.#isParting = true
    this.#enter(this.owner)
  }

  /** They are gone, or stay after all: calls go out again. */
  parted() {
    this.#isParting = false
    this.#parting.goOn()
  }

  /** Resolves when a call may go out: what the screens of a person who leaves still ask for is refused anyway. */
  async mayCall(signal?: AbortSignal | null): Promise<void> {
    if (this.#isParting) await this.#parting.join(true, signal)
  }

  /** Somebody signed out on purpose. */
  leave() {
    this.#enter(null)
    this.#set('left')
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
    if (session === 'live') this.#check()
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

  #check() {
    if (this.#checking) return
    this.#checking = true
    const stay = this.#stay
    void this.look()
      .catch(() => {
        // Out of reach just now. The session is gone for all we know; signing in will tell.
        if (stay === this.#stay) this.#saw(null)
      })
      .finally(() => (this.#checking = false))
  }

  /**
   * Ask the server whose session this browser has now, and act on it. Without anything to lose and
   * without a call that is about to fail, the page may simply load anew. @throws ApiError for no answer.
   */
  async look(mayReload = false): Promise<void> {
    const stay = this.#stay
    const session = await this.options.whoami()
    // An answer for somebody who has left meanwhile says nothing of who is here now.
    if (stay === this.#stay) this.#saw(session, mayReload)
  }

  #saw(session: Session | null, mayReload = false) {
    if (!this.owner || this.options.state.get().session === 'changed') return
    if (!session) {
      if (this.options.state.get().session !== 'ended') this.#set('ended', true)
    } else if (this.#stay.isOf(session)) {
      this.#stay.owner = session
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
    if (!this.owner) return
    if (unsaved.any()) return this.#saw(null)
    this.#enter(null)
    this.#set('none')
    this.options.reread()
  }

  #enter(owner: Session | null) {
    const former = this.#stay
    this.#stay = new Stay(owner)
    this.#checking = false
    if (former.owner) former.end()
  }

  #set(session: ApiState['session'], asking = false) {
    this.options.state.set({ session, asking })
  }
}

// Out of reach: the next call will find out.
const ignore = () => undefined
