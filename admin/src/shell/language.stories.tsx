import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import type { FakeRequest } from '../../.storybook/fake_api.js'
import { sample } from '../../.storybook/sample.js'

const createdAt = '2026-11-18T09:30:00.000Z'

const meta: Meta = {
  title: 'Shell/Language',
  parameters: {
    route: '/dashboard',
    api: {
      'GET /flow-executions': [],
      'GET /dashboard/metrics': sample('DashboardMetrics', { totalAssets: 12_345 }),
      'GET /health': { components: {} },
      'GET /dashboard/activity': ({ headers }: FakeRequest) => {
        const german = headers.get('Accept-Language') === 'de'
        const action = german ? 'Ordner Zoll angelegt' : 'Created folder Zoll'
        return [sample('ActivityEntry', { id: '1', action, createdAt })]
      },
    },
  },
}
export default meta
type Story = StoryObj

/** Texts, server messages, dates and numbers all use the chosen language. */
export const Switches: Story = {
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { level: 1, name: 'Dashboard' })
    await waitFor(() => expect(canvas.getByText('12,345')).toBeVisible())
    await expect(await canvas.findByText('Created folder Zoll')).toBeVisible()

    // With the keyboard: everything renders again, and the focus stays.
    canvas.getByRole('button', { name: /user menu/ }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(screen.getByRole('menuitemradio', { name: 'English' })).toHaveFocus()
    )
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await canvas.findByRole('heading', { level: 1, name: 'Übersicht' })
    await expect(document.documentElement.lang).toBe('de')
    // Reloaded data replaces the former text.
    for (const text of ['12.345', 'Ordner Zoll angelegt', /18\.11\.2026/]) {
      await waitFor(() => expect(canvas.getByText(text)).toBeVisible())
    }
    await waitFor(() => expect(document.title).toBe('Übersicht · Crossdock'))
    await waitFor(() => expect(canvas.getByRole('button', { name: /Benutzermenü/ })).toHaveFocus())

    await userEvent.click(canvas.getByRole('button', { name: /Benutzermenü/ }))
    const german = await screen.findByRole('menuitemradio', { name: 'Deutsch' })
    await expect(german).toHaveAttribute('aria-checked', 'true')
  },
}
