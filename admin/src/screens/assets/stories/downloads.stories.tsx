import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { signInAgain } from '../../../../.storybook/failing_writes.js'
import { chooseAction } from '../../../../.storybook/play.js'
import { sessions } from '../../../../.storybook/sessions.js'
import { demoAssets, FakeLibrary } from './fake_library.js'

const library = new FakeLibrary()
const saved = fn()
let isGone = false
let isOtherPerson = false

const gone = { status: 401, body: { message: 'Sign in first.' } }
const other = { ...sessions.member!, user: { ...sessions.member!.user, id: 'usr_2' } }

const meta: Meta = {
  title: 'Screens/Assets/Downloads',
  beforeEach: () => {
    library.reset(demoAssets())
    saved.mockClear()
    isGone = false
    isOtherPerson = false
    const { click } = HTMLAnchorElement.prototype
    HTMLAnchorElement.prototype.click = function () {
      saved(this.getAttribute('href'), this.download)
    }
    return () => {
      HTMLAnchorElement.prototype.click = click
    }
  },
  parameters: {
    route: '/assets/fol_inv',
    api: {
      ...library.api,
      'GET /auth/me': ({ headers }: { headers: Headers }) => {
        if (isGone) return gone
        if (!isOtherPerson) return sessions.member
        return headers.get('X-Session') === 'ses_1'
          ? { status: 409, body: { code: 'E_SESSION_CHANGED', message: 'Another session.' } }
          : other
      },
      'POST /auth/magic-link': { message: 'sent', hasCode: true },
      'POST /auth/verify-code': () => {
        isGone = false
        return { message: 'ok', redirectUrl: '/dashboard' }
      },
    },
  },
}
export default meta
type Story = StoryObj

const file = 'invoice-0412.pdf'
const download = [`/api/assets/inv1/content`, file]

export const ByTheMenu: Story = {
  play: async () => {
    await screen.findByRole('link', { name: file })
    await chooseAction(file, 'Download')
    await waitFor(() => expect(saved.mock.calls).toEqual([download]))
  },
}

/** Red when the browser opens the file without checking the session first. */
export const AfterTheSessionEnded: Story = {
  play: async () => {
    await screen.findByRole('link', { name: file })
    isGone = true
    await chooseAction(file, 'Download')
    await screen.findByRole('dialog', { name: 'Your session has ended' })
    await expect(saved).not.toHaveBeenCalled()
    await signInAgain()
    await waitFor(() => expect(saved.mock.calls).toEqual([download]))
  },
}

export const OfSomebodyElse: Story = {
  play: async () => {
    await screen.findByRole('link', { name: file })
    isOtherPerson = true
    await chooseAction(file, 'Download')
    await screen.findByRole('alertdialog', {
      name: 'Another sign-in has replaced yours in this browser',
    })
    await expect(saved).not.toHaveBeenCalled()
  },
}

/** A folder, and several assets, download as one ZIP file that the server names. */
export const FoldersAndSeveralAsZip: Story = {
  parameters: { route: '/assets' },
  play: async () => {
    await screen.findByRole('link', { name: 'Invoices' })
    await chooseAction('Invoices', 'Download')
    await waitFor(() => expect(saved.mock.calls).toEqual([['/api/assets/fol_inv/content', '']]))
    for (const name of ['Invoices', 'quay-plan.png']) {
      const row = screen.getByRole('link', { name }).closest('tr')
      await userEvent.click(within(row as HTMLElement).getByRole('checkbox'))
    }
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }))
    const zip = ['/api/assets/zip?ids=fol_inv,plan', '']
    await waitFor(() => expect(saved.mock.calls.slice(1)).toEqual([zip]))
  },
}
