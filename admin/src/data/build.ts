const NOT_AGAIN_FOR = 5 * 60_000

const entry = /\/static\/index-[^"']+\.js/

/** Whether the server brings another build of the console than the one this tab runs. */
export class BuildWatch {
  // Absent where nothing is built: in development and in stories.
  #own = document
    .querySelector<HTMLScriptElement>('script[type=module][src]')
    ?.src.match(entry)?.[0]
  #checked = Date.now()

  constructor(private readonly onUpdated: () => void) {}

  /** Look now. Resolves to false when the server could not be asked. */
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

  /** Look whenever somebody comes back to this tab, though not all the time. */
  follow() {
    const look = () => {
      if (document.visibilityState === 'hidden') return
      if (Date.now() - this.#checked > NOT_AGAIN_FOR) void this.check()
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
  }
}
