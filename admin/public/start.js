// Runs before the first paint, and before the console's own code has come.
{
  /** What the console keeps in this browser. Storage may be blocked. */
  const kept = (key) => {
    try {
      return JSON.parse(localStorage.getItem(`RaStore.${key}`))
    } catch {
      return null
    }
  }

  // A chosen theme wins over the system's, without a flash.
  const theme = kept('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  // Every call names it (data/wire.ts). It is this tab's; a new one begins with what was chosen last (data/tab_environment.ts).
  let environment = kept('environment')
  try {
    const key = `crossdock.environment.${kept('kept.owner')}`
    environment = sessionStorage.getItem(key) ?? environment
    sessionStorage.setItem(key, environment ?? '')
  } catch {
    // Storage may be blocked.
  }
  if (environment) document.documentElement.dataset.environment = environment

  // Files by language and by screen, put in by the build.
  const { texts, screens } = document.currentScript.dataset
  if (texts) {
    const byLanguage = JSON.parse(texts)
    // As in i18n/languages.ts.
    const language =
      [kept('locale'), ...navigator.languages]
        .flatMap((tag) => (tag ? [tag, tag.split('-')[0]] : []))
        .find((tag) => Object.hasOwn(byLanguage, tag)) ?? 'en'
    const path = location.pathname === '/' ? '/dashboard' : location.pathname
    for (const href of [...byLanguage[language], ...(JSON.parse(screens)[path] ?? [])]) {
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
      document.head.append(link)
    }

    // The tenant a super administrator works in on this tab (data/working_tenant.ts).
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
      // Whoever takes it sees what became of it.
      answer.catch(() => {})
      return answer
    }
    // The session's cookie is not for pages; the one that comes and goes with it is.
    const isSomebody = /(^|; )(__Host-)?XSRF-TOKEN=/.test(document.cookie)
    window.crossdockStart = {
      me: ask('/api/auth/me'),
      brand: isSomebody ? undefined : ask('/api/branding'),
      dashboard: path === '/dashboard' && isSomebody ? ask('/api/dashboard') : undefined,
    }
  }
}
