import type { Meta, StoryObj } from '@storybook/react-vite'
import { readKey, totalKey } from '@crossdock/admin/kit'
import { expect } from 'storybook/test'
import { sessions } from '../../.storybook/sessions.js'
import { withFirstDashboard } from './first_dashboard.js'
import { createQueryClient } from './query_client.js'

const meta: Meta = { title: 'Shell/First dashboard', render: () => <p>See the interactions.</p> }
export default meta
type Story = StoryObj

const mara = { ...sessions.member!, eventsFrom: '1' }
const hours = [{ hour: '2026-11-20T10:00:00.000Z', runs: 1, failed: 0, running: 0 }]
const newest = { sort: '["createdAt","DESC"]', range: '[0,4]' }
const dashboard = {
  userId: mara.user.id,
  tenantId: mara.tenant!.id,
  eventsFrom: '2',
  parts: [
    { path: 'flow-executions/hours', query: {}, body: hours },
    { path: 'flow-executions', query: newest, body: [] },
    { path: 'assets', query: {}, total: 7 },
  ],
}

/** What the console finds in its cache after the page has sent this request. */
async function asked(body: object, init: ResponseInit = {}) {
  const client = createQueryClient()
  window.crossdockStart = { dashboard: Promise.resolve(Response.json(body, init)) }
  const { eventsFrom } = await withFirstDashboard(client, mara)
  return { client, eventsFrom, found: client.getQueryCache().getAll().length }
}

export const IsThereBeforeItIsDrawn: Story = {
  play: async () => {
    const { client, eventsFrom, found } = await asked(dashboard)
    await expect(found).toBe(3)
    await expect(client.getQueryData(readKey('flow-executions/hours'))).toEqual(hours)
    await expect(client.getQueryData(readKey('flow-executions', newest))).toEqual([])
    await expect(client.getQueryData(totalKey('assets'))).toBe(7)
    // The dashboard was read before the session. Events since then must not be missed.
    await expect(eventsFrom).toBe('2')
    await expect(window.crossdockStart).toEqual({})
  },
}

/** Red when the answer is used for another person, in another language, or whatever its status. */
export const IsTheReadersOwn: Story = {
  play: async () => {
    const others = [
      await asked({ ...dashboard, userId: 'usr_2' }),
      await asked({ ...dashboard, tenantId: null }),
      await asked(dashboard, { headers: { 'Content-Language': 'de' } }),
      await asked({ message: 'Later.' }, { status: 503 }),
    ]
    for (const { found, eventsFrom } of others) {
      await expect(found).toBe(0)
      await expect(eventsFrom).toBe('1')
    }
  },
}
