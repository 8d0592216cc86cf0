import { page, unsaved, type ApiState, type Session } from '@crossdock/admin/kit'
import type { Observable } from './observable.js'
import { sessionChanged, sessionEnded } from './problem.js'
import { Stay } from './stay.js'
import type { Tabs } from './tabs.js'
import { Waiting } from './waiting.js'

interface KeeperOptions {
  state: Observable<ApiState>
  tabs: Tabs
  /** Asks the server who is signed in. */
  whoami: () => Promise<Session | null>
  /** Reads the session again and shows it; called when no input can be lost. */
  reread: () => void
}

/**
 * Knows which person works on this page, and reacts when the server reports another session. Calls wait while the
 * person signs in again, and are never sent for another person.
 */
export class SessionKeeper {
  #stay = new Stay(null)
  #waiting = new Waiting()
  #isChecking = false
  #waitingForSignOut = new Waiting()
  #isSigningOut = false

  constructor(private readonly options: KeeperOptions) {
    options.tabs.listen((message) => {
      if (message === 'signed-out') this.#signedOutElsewhere()
      else if (this.owner) void this.checkSession(true).catch(ignore)
      else options.reread()
    })
  }

  /** The person who works on this page; null before the first sign-in. */
  get owner(): Session | null {
    return this.#stay.owner
  }

  /** The stay that a new call belongs to. */
  get stay(): Stay {
    return this.#stay
  }

  /** Must be called when the page starts or a person signs in on it. The page belongs to this person from now on. */
  begin(session: Session | null) {
    if (session && this.#stay.isOf(session)) this.#stay.owner = session
    else this.#beginStay(session)
    const left = this.options.state.get().session === 'left'
    this.#set(session ? 'live' : left ? 'left' : 'none')
    if (session) this.#waiting.resumeAll()
  }

  /** Ends every waiting or running call, because the person signs out. No call is sent until `endSignOut`. */
  beginSignOut() {
    this.#isSigningOut = true
    this.#beginStay(this.owner)
  }

  /** Sends calls again, because the person has signed out or signing out has failed. */
  endSignOut() {
    this.#isSigningOut = false
    this.#waitingForSignOut.resumeAll()
  }

  /** Resolves when no sign-out is running, so that a call may be sent. */
  async waitForSignOut(signal?: AbortSignal | null): Promise<void> {
    if (this.#isSigningOut) await this.#waitingForSignOut.wait(true, signal)
  }

  /** Must be called when the person has signed out. */
  signedOut() {
    this.#beginStay(null)
    this.#set('left')
    this.options.tabs.send('signed-out')
  }

  /** Reports to the other tabs that the person has signed in on this page. */
  announceSignIn() {
    this.options.tabs.send('signed-in')
  }

  /** Must be called after an answer 401 or 409 E_SESSION_CHANGED. Resolves when the call may be repeated once. */
  waitForSession(isRead: boolean, signal?: AbortSignal | null): Promise<void> {
    const { session } = this.options.state.get()
    if (session === 'changed' && !isRead) return Promise.reject(sessionChanged())
    const waiting = this.#waiting.wait(isRead, signal)
    if (session === 'live') this.#checkOnce()
    // The person closed the question earlier. Ask again, because this write needs a session.
    else if (session === 'ended' && !isRead) this.ask()
    return waiting
  }

  /** Asks the person to sign in again, or to reload when the session belongs to another person. */
  ask = () => this.options.state.set({ asking: true })

  /** Closes the question. Waiting writes fail; waiting reads keep waiting. */
  dismiss() {
    this.options.state.set({ asking: false })
    this.#waiting.rejectWrites(sessionEnded(this.options.state.get().barred))
  }

  #checkOnce() {
    if (this.#isChecking) return
    this.#isChecking = true
    const stay = this.#stay
    void this.checkSession()
      .catch(() => {
        // The server is out of reach. Treat the session as ended; the next sign-in shows its real state.
        if (stay === this.#stay) this.#applySession(null)
      })
      .finally(() => (this.#isChecking = false))
  }

  /**
   * Asks the server for the current session of this browser and acts on it.
   * @param mayReload reload the page for another person's session, unless input would be lost
   * @throws ApiError when there is no answer
   */
  async checkSession(mayReload = false): Promise<void> {
    const stay = this.#stay
    const session = await this.options.whoami()
    // Ignore an answer for a person who has left in the meantime.
    if (stay === this.#stay) this.#applySession(session, mayReload)
  }

  #applySession(session: Session | null, mayReload = false) {
    if (!this.owner || this.options.state.get().session === 'changed') return
    if (!session) {
      if (this.options.state.get().session !== 'ended') this.#set('ended', true)
    } else if (this.#stay.isOf(session)) {
      this.#stay.owner = session
      this.#set('live')
      this.#waiting.resumeAll()
    } else if (mayReload && !unsaved.any()) {
      page.reload()
    } else {
      this.#set('changed', true)
      this.#waiting.rejectWrites(sessionChanged())
    }
  }

  #signedOutElsewhere() {
    if (!this.owner) return
    if (unsaved.any()) return this.#applySession(null)
    this.#beginStay(null)
    this.#set('none')
    this.options.reread()
  }

  #beginStay(owner: Session | null) {
    const former = this.#stay
    this.#stay = new Stay(owner)
    this.#isChecking = false
    if (former.owner) former.end()
  }

  #set(session: ApiState['session'], asking = false) {
    this.options.state.set({ session, asking })
  }
}

// The server is out of reach. The next call checks the session again.
const ignore = () => undefined
