import type { Dashboard } from '@crossdock/client'
import { readKey, totalKey, type Session } from '@crossdock/admin/kit'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { takeStartedRequest } from './start.js'

/** After this time (ms) the dashboard is shown without its numbers. */
const LONGEST_WAIT = 1_000

/**
 * Puts the answer that public/start.js requested into the cache of the dashboard's parts, so that the dashboard
 * renders once and complete. Without the answer, or if it is another person's, each part sends its own request.
 * @returns the session; its `eventsFrom` is older than everything that this page has read
 */
export async function withFirstDashboard(client: QueryClient, session: Session): Promise<Session> {
  const begun = takeStartedRequest('dashboard')
  if (!begun) return session
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LONGEST_WAIT))
  const dashboard = await Promise.race([read(begun), late]).catch(() => undefined)
  if (!dashboard || !isOf(dashboard, session)) return session
  notifyManager.batch(() => {
    for (const { path, query, body, total } of dashboard.parts) {
      if (total === undefined) client.setQueryData(readKey(path, query), body)
      else client.setQueryData(totalKey(path, query), total)
    }
  })
  return { ...session, eventsFrom: dashboard.eventsFrom }
}

async function read(begun: Promise<Response>): Promise<Dashboard | undefined> {
  const response = await begun
  if (!response.ok) return undefined
  const language = response.headers.get('Content-Language')
  if (language && language !== document.documentElement.lang) return undefined
  return (await response.json()) as Dashboard
}

// Another person may have signed in from another tab between the two calls.
const isOf = ({ userId, tenantId }: Dashboard, { user, tenant }: Session) =>
  userId === user.id && tenantId === (tenant?.id ?? null)
