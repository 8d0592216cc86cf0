import type { Dashboard } from '@crossdock/client'
import { readKey, totalKey, type Session } from '@crossdock/admin/kit'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { started } from './start.js'

/** Who waits for longer sees the dashboard before its figures. */
const PATIENCE = 1_000

/**
 * Puts what public/start.js has asked for where the dashboard's parts look for it, so that it is drawn
 * once, and whole. What did not come, or is not this person's, the parts ask for by themselves.
 * @returns the session, which names the event this page's reads are younger than
 */
export async function withFirstDashboard(client: QueryClient, session: Session): Promise<Session> {
  const begun = started('dashboard')
  if (!begun) return session
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))
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

// Another tab may have signed somebody in between the two calls.
const isOf = ({ userId, tenantId }: Dashboard, { user, tenant }: Session) =>
  userId === user.id && tenantId === (tenant?.id ?? null)
