import { page, type Session } from '@crossdock/admin/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../.storybook/fake_api.js'
import { sessions } from '../../.storybook/sessions.js'

const mara = sessions.member!
const ada: Session = {
  user: { ...mara.user, id: 'usr_2', email: 'ada@nordic.example', tenantId: 'ten_2' },
  tenant: {
    id: 'ten_2',
    name: 'Nordic Freight',
    subdomain: 'nordic',
    productName: null,
    logo: null,
    colors: null,
  },
  host: 'crossdock.example',
  permissions: mara.permissions,
  preferences: {},
  eventsFrom: null,
  session: { id: 'ses_2', held: null, ssoOnly: false },
}

let here: Session | null = mara
/** The sessions of write requests. */
let writers: (string | null)[] = []
let arrive = () => {}
let arrival = Promise.resolve()

const meta: Meta = {
  title: 'Shell/Next person in this tab',
  beforeEach: () => {
    here = mara
    writers = []
    arrival = new Promise((resolve) => (arrive = resolve))
  },
  parameters: {
    route: '/assets',
    api: {
      'GET /auth/me': () => here ?? { status: 401, body: { message: 'Sign in first.' } },
      'GET /assets': [],
      'GET /dashboard/metrics': {},
      'GET /dashboard/activity': [],
      'GET /health': { components: {} },
      'GET /flow-executions': [],
      // A write takes a while to arrive.
      'POST /assets': async ({ headers }: FakeRequest) => {
        const session = headers.get('X-Session')
        writers.push(session)
        await arrival
        if (session === here?.session?.id) return { id: 'as_1', type: 'folder', name: 'Made' }
        return { status: 409, body: { code: 'E_SESSION_CHANGED', message: 'Another session.' } }
      },
      'POST /auth/logout': () => {
        here = null
        return { status: 204 }
      },
      'POST /auth/magic-link': { message: 'sent', hasCode: true },
      'POST /auth/verify-code': () => {
        here = ada
        return { message: 'ok', redirectUrl: '/dashboard' }
      },
    },
  },
}
export default meta
type Story = StoryObj

const signOut = async () => {
  await userEvent.click(screen.getByRole('button', { name: /user menu/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
}

const adaSignsIn = async () => {
  const email = await screen.findByRole('textbox', { name: 'Email' })
  await userEvent.clear(email)
  await userEvent.type(email, ada.user.email)
  await userEvent.click(screen.getByRole('button', { name: 'Send magic link' }))
  await userEvent.type(await screen.findByLabelText('Verification code'), '482913')
  await expect(await screen.findByText('Nordic Freight')).toBeVisible()
}

/** Red when a call takes its session at each attempt: Mara's write would be repeated for Ada. */
export const WriteOnItsWay: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'New folder' }))
    await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'Lumen only')
    await userEvent.click(screen.getByRole('button', { name: 'Create folder' }))
    await waitFor(() => expect(writers).toEqual(['ses_1']))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await screen.findByRole('alertdialog', { name: 'Leave before your change is saved?' })
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await signOut()
    await adaSignsIn()
    arrive()
    await refreshed()
    await expect(writers).toEqual(['ses_1'])
    await expect(screen.queryByText('Folder created')).toBeNull()
    await expect(screen.queryByRole('alertdialog')).toBeNull()
  },
}

/** Red when the queue continues after its owner has signed out, or waits to continue. */
export const UploadQueue: Story = {
  play: async () => {
    await upload('a', 'b', 'c', 'd', 'e')
    await signOut()
    await answerUploads('Stop uploads')
    await adaSignsIn()
    arrive()
    await refreshed()
    await expect(writers).toEqual(['ses_1', 'ses_1', 'ses_1'])
    await userEvent.click(screen.getByRole('link', { name: 'Assets' }))
    await expect(await screen.findByText('This folder is empty')).toBeVisible()
    await expect(screen.queryByText('Uploads')).toBeNull()
  },
}

/** Red when only the folder screen guards its uploads. */
export const AsksWhereverOneIs: Story = {
  play: async () => {
    await upload('a', 'b', 'c', 'd', 'e')
    await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    await expect(reloadAsks()).toBe(true)
    await signOut()
    await expect(
      await screen.findByText('Leaving now stops them. Not uploaded yet: a.txt, b.txt, c.txt, +2.')
    ).toBeVisible()
    await answerUploads('Keep uploading')
    await signOut()
    await screen.findByRole('alertdialog', underWay)
    // Once everything is stored the question disappears, and the person stays signed in.
    arrive()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await expect(writers).toHaveLength(5)
    await expect(here).toBe(mara)
    await expect(reloadAsks()).toBe(false)
  },
}

/** Red when the page reloads during a write, or does not name what was not stored. */
export const AnotherPersonInAnotherTab: Story = {
  parameters: { channel: 'story-next-person' },
  play: async () => {
    const reload = spyOn(page, 'reload').mockImplementation(() => undefined)
    await upload('a', 'b', 'c', 'd')
    await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
    here = ada
    new BroadcastChannel('story-next-person').postMessage('signed-in')
    const question = within(await screen.findByRole('alertdialog'))
    arrive()
    await expect(
      await question.findByText(/Not uploaded: a.txt, b.txt, c.txt, \+1\./)
    ).toBeVisible()
    await waitFor(() => expect(reloadAsks()).toBe(false))
    await expect(question.getByText(/Not uploaded: a.txt, b.txt, c.txt, \+1\./)).toBeVisible()
    await expect(writers).toEqual(['ses_1', 'ses_1', 'ses_1'])
    await expect(reload).not.toHaveBeenCalled()
  },
}

const underWay = { name: 'Uploads are in progress' }

async function upload(...names: string[]) {
  const files = names.map((name) => new File([name], `${name}.txt`))
  await userEvent.upload(await screen.findByLabelText('Choose files to upload'), files)
  await waitFor(() => expect(writers).toHaveLength(3))
}

async function answerUploads(answer: string) {
  const question = within(await screen.findByRole('alertdialog', underWay))
  await userEvent.click(question.getByRole('button', { name: answer }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

/** Whether the browser would ask before the page closes. */
function reloadAsks(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

/** Waits for the answer of a new call. By then, all calls that the late answers cause have been made. */
async function refreshed() {
  await userEvent.click(screen.getByRole('link', { name: 'Assets' }))
  await expect(await screen.findByText('This folder is empty')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
}
