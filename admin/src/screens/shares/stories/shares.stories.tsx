import type { Share } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { chooseAction } from '../../../../.storybook/play.js'
import { rule, share, shares } from './fixtures.js'

const revoke = fn()
const decide = fn()
let stored: Share[] = []
const longAgo = '2026-10-02T08:00:00.000Z'

const revoked = (ids: string[]) => {
  revoke(ids)
  stored = stored.map((one) => (ids.includes(one.id) ? { ...one, status: 'revoked' } : one))
}

const meta: Meta = {
  title: 'Screens/Shared Links',
  beforeEach: () => {
    revoke.mockClear()
    decide.mockClear()
    stored = shares
  },
  parameters: {
    route: '/shares',
    api: {
      'GET /shares': () => stored,
      'GET /sharing-rule': rule,
      'PUT /sharing-rule': ({ body }: FakeRequest) => {
        decide(body)
        return body
      },
      'DELETE /shares/:id': ({ params }: FakeRequest) => {
        revoked([params.id!])
        return { status: 204 }
      },
      'POST /shares/bulk': ({ body }: FakeRequest) => {
        revoked((body as { ids: string[] }).ids)
        return stored
      },
    },
  },
}
export default meta
type Story = StoryObj

const rowOf = async (name: string) =>
  within((await screen.findByText(name)).closest('tr') as HTMLElement)

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Shared Links' })).toBeVisible()
    const plan = await rowOf('Plan for the harbour')
    await expect(plan.getByRole('img', { name: 'With a password' })).toBeVisible()
    await expect(plan.getByText('3 of 10')).toBeVisible()
    await expect(plan.getByText('2 hours ago')).toBeVisible()
    await expect(plan.getByRole('link', { name: 'quay-plan.png' })).toBeVisible()
    await expect((await rowOf('Scans of week 46')).getByText('14 received')).toBeVisible()
    await expect((await rowOf('Manifest')).getByText('Deleted')).toBeVisible()
    const lost = await rowOf('Lost laptop')
    await expect(lost.getByText('Revoked')).toBeVisible()
    await expect(lost.queryByRole('button', { name: /Actions/ })).toBeNull()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

/** Red when the last column is cut off, names break inside a word, or a file appears twice in a row. */
export const German: Story = {
  parameters: { language: 'de' },
  beforeEach: () => {
    stored = [...shares, share('Waybill.pdf', { assetName: 'Waybill.pdf', lastUsedAt: longAgo })]
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Geteilte Links' })).toBeVisible()
    await expect(await canvas.findByText('14 erhalten')).toBeVisible()
    const table = canvas.getByRole('table')
    const edge = canvas.getByRole('main').getBoundingClientRect().right
    await expect(table.getBoundingClientRect().right).toBeLessThanOrEqual(edge)
    const name = canvas.getByRole('link', { name: 'Waybill.pdf' })
    await expect(name.getClientRects()).toHaveLength(1)
  },
}

export const Empty: Story = {
  beforeEach: () => {
    stored = []
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No links yet')).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /shares': 'pending' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('status', { name: 'Loading' })).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /shares': { status: 500, body: { message: 'The database is locked.' } } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The database is locked.')).toBeVisible()
  },
}

export const TurnedOff: Story = {
  parameters: { api: { 'GET /sharing-rule': { ...rule, enabled: false } } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Links are turned off/)).toBeVisible()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Plan for the harbour')).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

/** Red when the row has no button to copy the link again. */
export const CopiesAgain: Story = {
  parameters: {
    api: { 'POST /shares/:id/link': ({ params }: FakeRequest) => ({ url: `/s/${params.id}` }) },
  },
  play: async () => {
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
    await chooseAction('Plan for the harbour', 'Copy link')
    await expect(await screen.findByText('Link copied')).toBeVisible()
    await expect(write).toHaveBeenCalledWith('/s/shr_Plan for the harbour')
  },
}

export const Revokes: Story = {
  play: async () => {
    await chooseAction('Plan for the harbour', 'Revoke')
    await screen.findByText('Revoke Plan for the harbour?')
    await userEvent.click(screen.getByRole('button', { name: 'Revoke' }))
    await expect(await screen.findByText('Link revoked')).toBeVisible()
    await expect(revoke).toHaveBeenCalledWith(['shr_Plan for the harbour'])
  },
}

/** Red when each link has its own request, or a revoked one is included. */
export const RevokesSeveral: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('Plan for the harbour')
    await userEvent.click(canvas.getByRole('checkbox', { name: /all/i }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Revoke' }))
    await screen.findByText('Revoke 4 links?')
    await userEvent.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' })
    )
    await expect(await screen.findByText('4 links revoked')).toBeVisible()
    await expect(revoke).toHaveBeenCalledTimes(1)
  },
}

export const DecidesTheRule: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Link Rules' }))
    const form = within(await screen.findByRole('dialog', { name: 'Link rules' }))
    const most = form.getByRole('spinbutton', { name: /Maximum days/ })
    await userEvent.clear(most)
    await userEvent.type(most, '20')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await expect(await form.findByText('Must not exceed the maximum')).toBeVisible()
    const usual = form.getByRole('spinbutton', { name: /Default days/ })
    await userEvent.clear(usual)
    await userEvent.type(usual, '7')
    await userEvent.click(form.getByRole('switch', { name: 'New links need a password' }))
    await userEvent.click(form.getByRole('switch', { name: /only once/ }))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await expect(await screen.findByText('Link rules saved')).toBeVisible()
    await expect(decide).toHaveBeenCalledWith({
      enabled: true,
      defaultDays: 7,
      maxDays: 20,
      passwordRequired: true,
      shownOnce: true,
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

/** A person who may share, but not change the rule. */
export const WhoOnlyShares: Story = {
  parameters: { session: 'sharer' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Plan for the harbour')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Link Rules' })).toBeNull()
  },
}
