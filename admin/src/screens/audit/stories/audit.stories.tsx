import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { sample } from '../../../../.storybook/sample.js'
import AuditTab from '../AuditTab.js'

const entry = (seq: number, part: object) =>
  sample('AuditEntry', {
    id: `evt_${seq}`,
    seq,
    actorType: 'user',
    actorId: 'usr_1',
    userId: 'usr_1',
    erased: [],
    createdAt: new Date(Date.now() - (10 - seq) * 3_600_000).toISOString(),
    ...part,
  })

const entries = [
  entry(9, {
    action: 'Invited ops@quay.example as editor',
    eventType: 'user_invited',
    person: { name: 'Ada Quay', email: 'ada@quay.example' },
    details: { email: 'ops@quay.example', role: 'editor' },
  }),
  entry(8, {
    action: null,
    description: 'A new file was uploaded',
    eventType: 'file_upload',
    person: null,
    details: null,
    erased: ['person', 'details'],
  }),
]

const stretch = (part: object) =>
  sample('AuditVerification', { verified: 50_000, erased: 0, findings: [], next: null, ...part })

const meta: Meta = {
  title: 'Screens/Audit',
  component: AuditTab,
  parameters: {
    api: {
      'GET /audit': entries,
      'GET /audit/status': sample('AuditStatus', {
        sealedUpTo: 9,
        sealedAt: new Date().toISOString(),
        checkpoint: null,
      }),
      'GET /audit/event-types': [{ name: 'file_upload', description: 'A new file was uploaded' }],
      'GET /users': [],
      'GET /audit/verify': ({ query }: FakeRequest) =>
        query.get('cursor')
          ? stretch({ verified: 7, erased: 1 })
          : stretch({ verified: 50_000, next: '50000~0' }),
    },
  },
}
export default meta
type Story = StoryObj

/** Shows the sealed fields of an entry, and says that personal data was erased. */
export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Sealed up to entry 9/)).toBeVisible()
    await userEvent.click(await canvas.findByText('Invited ops@quay.example as editor'))
    const dialog = within(await screen.findByRole('dialog'))
    await expect(dialog.getByText('Ada Quay (ada@quay.example)')).toBeVisible()
    await expect(dialog.getByText(/"role": "editor"/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect(await canvas.findByText('File uploaded')).toBeVisible()
    await expect(canvas.getByText('Erased')).toBeVisible()
  },
}

const kinds = Array.from({ length: 60 }, (_, at) => ({
  name: `berth_${at}`,
  description: `Berth ${at} was taken`,
}))
const began = { name: 'flow_started', description: 'A run began' }

/** Red when the filter for many types is a menu longer than the screen, or lists types that are not sealed. */
export const FindsAKindOfEvent: Story = {
  parameters: { api: { 'GET /audit/event-types': [...kinds, began] } },
  play: async ({ canvas }) => {
    await canvas.findByText('Invited ops@quay.example as editor')
    await userEvent.click(canvas.getByRole('button', { name: 'Add filter' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Event' }))
    const field = await screen.findByRole('combobox', { name: 'Event' })
    await expect(screen.getByRole('dialog').getBoundingClientRect().height).toBeLessThan(500)
    await userEvent.type(field, 'run st')
    await userEvent.click(await screen.findByRole('option', { name: 'Run started' }))
    await expect(await canvas.findByRole('button', { name: 'Event Run started' })).toBeVisible()
  },
}

/** Red when an address wraps despite enough room, or an entry without a text is shown in another language. */
export const German: Story = {
  globals: { viewport: { value: 'desktop' } },
  parameters: {
    language: 'de',
    api: {
      'GET /audit': [
        entry(7, {
          action: null,
          eventType: 'session_ended',
          details: {},
          description: 'A session ended because its owner signed out or signed in again',
          person: { name: 'dispatch@lumen-harbor.example', email: 'dispatch@lumen-harbor.example' },
        }),
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Eigene Sitzung beendet')).toBeVisible()
    await expect(canvas.queryByText(/owner signed out/)).toBeNull()
  },
}

const asked = fn()

/** Red when the actions of a removed person, or of the operator, cannot be filtered, or have no name. */
export const OfARemovedPerson: Story = {
  parameters: {
    route: '/settings?tab=audit',
    api: {
      'GET /audit': ({ query }: FakeRequest) => {
        asked(query.get('filter'))
        return query.get('filter')?.includes('usr_1') ? entries.slice(0, 1) : entries
      },
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText('Invited ops@quay.example as editor'))
    await userEvent.click(await screen.findByRole('link', { name: 'All entries of this person' }))
    await expect(await canvas.findByRole('button', { name: 'Who Ada Quay' })).toBeVisible()
    await expect(asked).toHaveBeenCalledWith('{"userId":"usr_1"}')
  },
}

/** The verification continues to the last entry. */
export const Verified: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText(/Sealed up to entry 9/)
    await userEvent.click(canvas.getByRole('button', { name: 'Verify' }))
    await expect(await canvas.findByText(/All 50,007 entries are intact/)).toBeVisible()
    await expect(canvas.getByText(/erased from 1 of them/)).toBeVisible()
  },
}

const longName = 'Quay'.repeat(25)

/** Red when a name without spaces pushes the time out of view, or the time lacks seconds. */
export const LongName: Story = {
  parameters: {
    api: {
      'GET /audit': [
        entry(7, {
          action: `Removed ${longName}`,
          eventType: 'user_removed',
          details: null,
          person: { name: longName, email: 'q@quay.example' },
          createdAt: '2026-11-26T10:11:12.000Z',
        }),
      ],
    },
  },
  play: async ({ canvas }) => {
    const time = await canvas.findByText(/:11:12/)
    await expect(time.getClientRects()).toHaveLength(1)
    await expect(time.getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth)
  },
}

/** The operator's actions outside any organization. Red when a tenant must be chosen first. */
export const OfTheOperator: Story = {
  parameters: { route: '/settings?tab=audit', session: 'superAdmin' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/outside of any organization/)).toBeVisible()
    await expect(await canvas.findByText('Invited ops@quay.example as editor')).toBeVisible()
  },
}

const findings = [
  { kind: 'missing', seq: 4, to: 5, part: null, message: 'Entries 4 to 5 are missing.' },
]

export const TamperedWith: Story = {
  parameters: { api: { 'GET /audit/verify': stretch({ verified: 7, findings }) } },
  play: async ({ canvas }) => {
    await canvas.findByText(/Sealed up to entry 9/)
    await userEvent.click(canvas.getByRole('button', { name: 'Verify' }))
    await expect(await canvas.findByText('Entries 4 to 5 are missing.')).toBeVisible()
    await expect(canvas.getByRole('alert')).toHaveTextContent('not intact')
  },
}
