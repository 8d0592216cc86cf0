import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { people, getHandlers, webhooks } from './fixtures.js'

const failing = webhooks.filter(({ status }) => status === 'failing' || status === 'disabled')

const meta: Meta = {
  title: 'Webhooks/Attention',
  parameters: {
    route: '/dashboard',
    api: {
      ...getHandlers(failing),
      'GET /auth/me': people.reader,
      'GET /dashboard/metrics': { systemStatus: 'operational' },
      'GET /dashboard/activity': [],
    },
  },
}
export default meta
type Story = StoryObj

/** Red when the dashboard says that everything is healthy while a webhook fails. */
export const Failing: Story = {
  play: async ({ canvas }) => {
    const block = within(await canvas.findByRole('region', { name: 'Needs attention 2' }))
    await expect(
      block.getByRole('link', { name: 'Fjord archive does not accept events' })
    ).toHaveAttribute('href', '/webhooks/wh_2')
    await expect(block.getByText('Old price feed is disabled')).toBeVisible()
    await expect(block.getByRole('link', { name: 'Deliveries of Old price feed' })).toBeVisible()
  },
}

export const FailingDark: Story = { globals: { theme: 'dark' } }
export const FailingOnAPhone: Story = { globals: { viewport: { value: 'mobile1' } } }
export const FailingInGerman: Story = {
  parameters: { language: 'de' },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('link', { name: 'Fjord archive nimmt keine Ereignisse an' })
    ).toBeVisible()
  },
}
