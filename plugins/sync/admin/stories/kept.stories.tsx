import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { contracts, neitherThere, people, getHandlers } from './fixtures.js'

const sent = fn()
const restored = { assetId: 'as_1', path: '/Arrivals/test-page.pdf', version: 1 }

const meta: Meta = {
  title: 'Sync/Kept versions',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/sync-contracts/sc_1/kept',
    api: {
      'GET /auth/me': people.manager,
      ...getHandlers(),
      'POST /sync-contracts/:id/kept/:keptId/restore': ({ params }: FakeRequest) => {
        sent(params.keptId)
        return { status: 200, body: restored }
      },
    },
  },
}
export default meta
type Story = StoryObj

// Red when a deleted version cannot be found or restored.
export const Restores: Story = {
  play: async ({ canvas }) => {
    const row = (await canvas.findByText('test-page.pdf')).closest('tr')!
    await expect(within(row).getByText('Deleted on WS-DOCK-07')).toBeVisible()
    await userEvent.click(within(row).getByRole('button', { name: 'Actions for test-page.pdf' }))
    await expect(screen.getByRole('menuitem', { name: 'Download' })).toBeVisible()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Restore' }))
    await expect(await screen.findByText('Version restored')).toBeVisible()
    await expect(screen.getByText('/Arrivals/test-page.pdf')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('kv_1')
  },
}

export const Dark: Story = { globals: { theme: 'dark' } }
export const OnAPhone: Story = { globals: { viewport: { value: 'mobile1' } } }
export const German: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Gelöscht auf WS-DOCK-07')).toBeVisible()
  },
  parameters: { language: 'de' },
}

/** Neither end is an asset folder, so the version can only be downloaded. */
export const NoAssets: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/neither end is an asset folder/)).toBeVisible()
    await userEvent.click((await canvas.findAllByRole('button', { name: /^Actions for/ }))[0]!)
    await expect(await screen.findByRole('menuitem', { name: 'Download' })).toBeVisible()
    await expect(screen.queryByRole('menuitem', { name: 'Restore' })).toBeNull()
  },
  parameters: { api: getHandlers([neitherThere]) },
}

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No kept versions')).toBeVisible()
  },
  parameters: { api: { ...getHandlers(contracts), 'GET /sync-contracts/:id/kept': [] } },
}

export const Missing: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('There is no such sync contract')).toBeVisible()
  },
  parameters: { route: '/sync-contracts/gone/kept' },
}
