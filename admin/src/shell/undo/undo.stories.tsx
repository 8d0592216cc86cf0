import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { sessions } from '../../../.storybook/sessions.js'
import { asset, demoAssets, FakeLibrary } from '../../screens/assets/stories/fake_library.js'

const library = new FakeLibrary()
let isSignedIn = true

const meta: Meta = {
  title: 'Shell/Undo',
  beforeEach: () => {
    isSignedIn = true
    library.reset(demoAssets())
  },
  parameters: {
    route: '/assets',
    api: {
      ...library.api,
      'GET /auth/me': () => (isSignedIn ? sessions.member : { status: 401, body: {} }),
      'POST /auth/logout': () => {
        isSignedIn = false
        return { status: 204 }
      },
      'POST /auth/magic-link': { message: 'sent', hasCode: true },
      'POST /auth/verify-code': () => {
        isSignedIn = true
        return { message: 'ok', redirectUrl: '/assets' }
      },
      'GET /dashboard/metrics': {},
      'GET /dashboard/activity': [],
      'GET /health': { components: {} },
      'GET /flow-executions': [],
    },
  },
}
export default meta
type Story = StoryObj

const act = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const trash = async (name: string) => {
  await act(name, 'Move to trash')
  await screen.findByText(`${name} was moved to the trash`)
  await waitFor(() => expect(screen.queryByRole('link', { name })).toBeNull())
}
/** @param shown the new name as shown in the sentence */
const rename = async (name: string, to: string, shown = to) => {
  await act(name, 'Rename')
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename' }))
  const field = await dialog.findByRole('textbox')
  await userEvent.clear(field)
  await userEvent.type(field, to)
  await userEvent.click(dialog.getByRole('button', { name: 'Rename' }))
  await screen.findByText(`${name} was renamed to ${shown}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const openTray = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^In progress/ }))
  return within(await screen.findByRole('region', { name: 'In progress' }))
}
const undoKey = () => userEvent.keyboard('{Control>}z{/Control}')

/** Earlier actions can be undone from any screen, and do not count as running. */
export const InTheTray: Story = {
  play: async ({ canvas }) => {
    await trash('CMR-02211.pdf')
    await rename('carrier-rates.csv', 'rates.csv')
    await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
    await canvas.findByRole('heading', { level: 1, name: 'Dashboard' })
    await expect(screen.getByText('carrier-rates.csv was renamed to rates.csv')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss notification' }))
    await expect(screen.queryByText('carrier-rates.csv was renamed to rates.csv')).toBeNull()
    const tray = await openTray()
    const buttons = (await tray.findAllByRole('button', { name: /^Undo:/ })).map(
      (button) => button.ariaLabel
    )
    await expect(buttons).toEqual([
      'Undo: carrier-rates.csv was renamed to rates.csv',
      'Undo: CMR-02211.pdf was moved to the trash',
    ])
    await userEvent.click(tray.getByRole('button', { name: /^Undo: CMR/ }))
    await expect(tray.getByRole('heading', { name: 'You can undo' })).toHaveFocus()
    await expect(await screen.findByText('CMR-02211.pdf was restored')).toBeVisible()
    await waitFor(() => expect(tray.queryByRole('button', { name: /^Undo: CMR/ })).toBeNull())
    await expect(library.calls.at(-1)).toBe('POST /assets/cmr/restore')
  },
}

/** The newest first. In a text field the shortcut belongs to the field. */
export const ByKey: Story = {
  play: async ({ canvas }) => {
    await trash('CMR-02211.pdf')
    await rename('carrier-rates.csv', 'rates.csv')
    const search = canvas.getByRole('searchbox')
    await userEvent.click(search)
    await undoKey()
    await expect(library.calls).toHaveLength(2)
    search.blur()
    await undoKey()
    await expect(await screen.findByText('The name is carrier-rates.csv again')).toBeVisible()
    await expect(await canvas.findByRole('link', { name: 'carrier-rates.csv' })).toBeVisible()
    await undoKey()
    await expect(await canvas.findByRole('link', { name: 'CMR-02211.pdf' })).toBeVisible()
    await undoKey()
    await expect(await screen.findByText('There is nothing to undo')).toBeVisible()
    await expect(library.calls.slice(2)).toEqual([
      'PUT /assets/rates {"name":"carrier-rates.csv"}',
      'POST /assets/cmr/restore',
    ])
    await userEvent.keyboard('?')
    const keys = within(await screen.findByRole('dialog'))
    await expect(keys.getByText('Undo the last change')).toBeInTheDocument()
  },
}

/** The reason for a refusal is shown with the action, and the person can try again. */
export const Refused: Story = {
  parameters: {
    api: {
      'POST /assets/:id/restore': () => ({
        status: 409,
        body: { message: 'There is a file of that name already.' },
      }),
    },
  },
  play: async () => {
    await trash('CMR-02211.pdf')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    const title = 'Cannot be undone: CMR-02211.pdf was moved to the trash'
    await expect(await screen.findByText(title)).toBeVisible()
    const tray = await openTray()
    await expect(await tray.findByText('There is a file of that name already.')).toBeVisible()
    await expect(tray.getByRole('button', { name: /^Undo:/ })).toBeEnabled()
  },
}

/** A deleted object cannot be restored: the page says so, and does not offer to undo it again. */
export const Gone: Story = {
  parameters: {
    api: {
      'POST /assets/:id/restore': () => ({
        status: 404,
        body: { message: 'There is no such file any more.' },
      }),
    },
  },
  play: async () => {
    await trash('CMR-02211.pdf')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await expect(await screen.findByText('There is no such file any more.')).toBeVisible()
    const tray = await openTray()
    await expect(await tray.findByText('Nothing in progress')).toBeVisible()
  },
}

/** Red when an undo reverts another person's later change. */
export const ChangedSince: Story = {
  play: async () => {
    await rename('carrier-rates.csv', 'rates.csv')
    library.change('rates', { name: 'rates-2027.csv' })
    await undoKey()
    const title = 'Cannot be undone: carrier-rates.csv was renamed to rates.csv'
    await expect(await screen.findByText(title)).toBeVisible()
    await expect(screen.getByText('rates.csv has been renamed again since.')).toBeVisible()
    await expect(library.calls).toEqual(['PUT /assets/rates {"name":"rates.csv"}'])
    // The next one is not blocked.
    await trash('CMR-02211.pdf')
    await undoKey()
    await expect(await screen.findByText('CMR-02211.pdf was restored')).toBeVisible()

    await act('quay-plan.png', 'Move to...')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move quay-plan.png' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Invoices' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Move here' }))
    await screen.findByText('quay-plan.png was moved to Invoices')
    library.change('plan', { parentId: 'fol_cus' })
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await expect(await screen.findByText('quay-plan.png has been moved again since.')).toBeVisible()
    await expect(library.assets.find(({ id }) => id === 'plan')?.parentId).toBe('fol_cus')
  },
}

/** Red when undoing a deletion reverts another person's later deletion. */
export const TrashedAgain: Story = {
  play: async () => {
    await trash('CMR-02211.pdf')
    library.change('cmr', { trashedAt: '2031-01-01T00:00:00.000Z' })
    await undoKey()
    const reason = 'CMR-02211.pdf has been restored and deleted again since.'
    await expect(await screen.findByText(reason)).toBeVisible()
    await expect(library.calls).toEqual(['DELETE /assets/cmr'])
    // Another person has restored the file, so there is nothing left to do.
    library.change('cmr', { trashedAt: null })
    await undoKey()
    await expect(await screen.findByText('CMR-02211.pdf was restored')).toBeVisible()
  },
}

/** Red when a right-to-left name changes the direction of the sentence. */
export const RightToLeft: Story = {
  play: async () => {
    await rename(
      'quay-plan.png',
      '\u0643\u0634\u0641 1.pdf',
      '\u2068\u0643\u0634\u0641 1.pdf\u2069'
    )
  },
}

export const AtMostTen: Story = {
  tags: ['long'],
  beforeEach: () =>
    library.reset(
      Array.from({ length: 11 }, (_, at) => asset({ id: `a${at}`, name: `scan-${at}.pdf` }))
    ),
  play: async () => {
    for (let at = 0; at < 11; at++) await trash(`scan-${at}.pdf`)
    const tray = await openTray()
    await expect(await tray.findAllByRole('button', { name: /^Undo:/ })).toHaveLength(10)
    await expect(tray.queryByText('scan-0.pdf was moved to the trash')).toBeNull()
  },
}

/** Red when actions can be undone after the person has left. */
export const EndsWithSigningOut: Story = {
  play: async ({ canvas }) => {
    await trash('CMR-02211.pdf')
    await userEvent.click(screen.getByRole('button', { name: /user menu/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Email' }), 'a@lumen.example')
    await userEvent.click(screen.getByRole('button', { name: 'Send magic link' }))
    await userEvent.type(await screen.findByLabelText('Verification code'), '482913')
    await userEvent.click(await screen.findByRole('link', { name: 'Assets' }))
    await canvas.findByRole('link', { name: 'quay-plan.png' })
    await expect(screen.queryByText('CMR-02211.pdf was moved to the trash')).toBeNull()
    await undoKey()
    await expect(await screen.findByText('There is nothing to undo')).toBeVisible()
    await expect(library.calls).toEqual(['DELETE /assets/cmr'])
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await trash('CMR-02211.pdf')
    const toast = (await screen.findByText(/was moved to the trash/)).closest('[role=status]')!
    const { left, right, bottom } = toast.getBoundingClientRect()
    await expect(left).toBeGreaterThanOrEqual(0)
    await expect(right).toBeLessThanOrEqual(window.innerWidth)
    await expect(bottom).toBeLessThanOrEqual(window.innerHeight)
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await expect(await canvas.findByText('CMR-02211.pdf')).toBeVisible()
    // The toast has disappeared with its button.
    await waitFor(() => expect(document.activeElement?.closest('[data-list]')).not.toBeNull())
  },
}
