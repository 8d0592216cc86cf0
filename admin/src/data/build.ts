const CHECK_EVERY = 5 * 60_000

const entry = /\/static\/index-[^"']+\.js/

/** Checks whether the server serves another build of the console than this tab runs. */
export class BuildWatch {
  // Missing without a build: in development and in stories.
  #own = document
    .querySelector<HTMLScriptElement>('script[type=module][src]')
    ?.src.match(entry)?.[0]
  #checked = Date.now()

  constructor(private readonly onUpdated: () => void) {}

  /** Checks now. Resolves to false if the server does not answer. */
  async check(): Promise<boolean> {
    this.#checked = Date.now()
    try {
      const response = await fetch('/index.html', { cache: 'no-cache' })
      if (!response.ok) return false
      const there = (await response.text()).match(entry)?.[0]
      if (this.#own && there && there !== this.#own) this.onUpdated()
      return true
    } catch {
      return false
    }
  }

  /** Checks whenever the person returns to this tab, but not again within `CHECK_EVERY`. */
  follow() {
    const look = () => {
      if (document.visibilityState === 'hidden') return
      if (Date.now() - this.#checked > CHECK_EVERY) void this.check()
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
  }
}
