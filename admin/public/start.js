// Runs before the first paint, and before the console's code has loaded.
{
  /** Reads the console's data in this browser. Storage may be blocked. */
  const kept = (key) => {
    try {
      return JSON.parse(localStorage.getItem(`RaStore.${key}`))
    } catch {
      return null
    }
  }

  // The console cannot load without storage, and no one can sign in without cookies. Browsers block both together.
  try {
    void window.localStorage
  } catch {
    document.addEventListener('DOMContentLoaded', () => {
      document.getElementById('root').textContent =
        'Your browser blocks cookies and site data. Allow them for this site and load the page again.'
    })
  }

  // The chosen theme wins over the system's, without a flash.
  const theme = kept('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  // Every call names the environment (data/wire.ts). Each tab has its own; a new tab starts with the last choice
  // (data/tab_environment.ts).
  let environment = kept('environment')
  try {
    const key = `crossdock.environment.${kept('kept.owner')}`
    environment = sessionStorage.getItem(key) ?? environment
    sessionStorage.setItem(key, environment ?? '')
  } catch {
    // Storage may be blocked.
  }
  if (environment) document.documentElement.dataset.environment = environment

  // Scripts cannot read the session cookie. They can read the CSRF cookie, which has the same lifetime.
  const hasSession = /(^|; )(__Host-)?XSRF-TOKEN=/.test(document.cookie)
  window.crossdockStart = { isVisitor: !hasSession }

  // Files by language and by screen, and those of the sign-in page and of the console, inserted by the build.
  const { texts, screens, visitor, member } = document.currentScript.dataset
  if (texts) {
    const byLanguage = JSON.parse(texts)
    // Same rule as in i18n/languages.ts.
    const language =
      [kept('locale'), ...navigator.languages]
        .flatMap((tag) => (tag ? [tag, tag.split('-')[0]] : []))
        .find((tag) => Object.hasOwn(byLanguage, tag)) ?? 'en'
    const path = location.pathname === '/' ? '/dashboard' : location.pathname
    const code = hasSession
      ? [...JSON.parse(member), ...(JSON.parse(screens)[path] ?? [])]
      : JSON.parse(visitor)
    for (const href of [...byLanguage[language], ...code]) {
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
      document.head.append(link)
    }

    // The tenant in which a super administrator works on this tab (data/working_tenant.ts).
    let tenant
    try {
      tenant = sessionStorage.getItem('crossdock.tenant')
    } catch {
      // Storage may be blocked.
    }
    if (tenant) window.crossdockTenant = tenant

    const ask = (url) => {
      const answer = fetch(url, {
        headers: {
          Accept: 'application/json, application/problem+json',
          'Accept-Language': language,
          ...(environment && { 'X-Environment': environment }),
          ...(tenant && { 'X-Tenant': tenant }),
        },
        credentials: 'include',
        signal: AbortSignal.timeout(10_000),
      })
      // The console handles the failure when it takes the request (data/start.ts).
      answer.catch(() => {})
      return answer
    }
    Object.assign(window.crossdockStart, {
      me: ask('/api/auth/me'),
      brand: hasSession ? undefined : ask('/api/branding'),
      dashboard: path === '/dashboard' && hasSession ? ask('/api/dashboard') : undefined,
    })
  }
}
