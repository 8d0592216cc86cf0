import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { closesWithoutQuestion } from '../../../../.storybook/play.js'
import { asset, demoAssets, FakeLibrary } from './fake_library.js'

const library = new FakeLibrary()

const meta: Meta = {
  title: 'Screens/Assets',
  beforeEach: () => library.reset(demoAssets()),
  parameters: { route: '/assets', api: library.api },
}
export default meta
type Story = StoryObj

const row = async (name: string) => {
  const link = await screen.findByText(name, { selector: 'a, p' })
  return link.closest('tr') as HTMLElement
}
const choose = async (name: string, action: string) => {
  const menuButton = await screen.findByRole('button', { name: `Actions for ${name}` })
  await userEvent.click(menuButton)
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

export const TopLevel: Story = {
  play: async ({ canvas }) => {
    const file = within(await row('CMR-02211.pdf'))
    await expect(file.getByText('2.3 MB')).toBeVisible()
    await expect(file.getByText('v3')).toBeVisible()
    await expect(file.getByText('3 hours ago', { selector: 'time' })).toBeVisible()
    await expect(file.getByRole('link', { name: 'CMR-02211.pdf' })).toHaveAttribute(
      'href',
      '/assets/cmr'
    )
    const names = canvas.getAllByRole('row').map((each) => each.textContent)
    await expect(names[1]).toContain('Customs declarations')
    await expect(names[2]).toContain('Invoices')
    await expect(canvas.getByText('6 rows')).toBeVisible()
    await expect(canvas.queryByText('draft-manifest.pdf')).toBeNull()
  },
}

export const TopLevelDark: Story = { globals: { theme: 'dark' } }

export const OpensFolders: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('link', { name: 'Invoices' }))
    await expect(await canvas.findByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
    await userEvent.click(await canvas.findByRole('link', { name: '2026' }))
    await expect(await canvas.findByText('This folder is empty')).toBeVisible()
    const path = within(canvas.getByRole('navigation', { name: 'Folder path' }))
    await expect(path.getByText('2026')).toHaveAttribute('aria-current', 'page')
    await userEvent.click(path.getByRole('link', { name: 'Invoices' }))
    await expect(await canvas.findByText('invoice-0412.pdf')).toBeVisible()
  },
}

export const SortsAndSearches: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('quay-plan.png')
    await userEvent.click(canvas.getByRole('button', { name: 'Size' }))
    await waitFor(async () => {
      const rows = canvas.getAllByRole('row').map((each) => each.textContent)
      await expect(rows[1]).toContain('Customs declarations')
      await expect(rows[3]).toContain('scans-week-46.zip')
    })
    await userEvent.type(canvas.getByRole('searchbox'), 'plan')
    await waitFor(() => expect(canvas.queryByText('carrier-rates.csv')).toBeNull())
    await expect(await canvas.findByText('quay-plan.png')).toBeVisible()
    await userEvent.type(canvas.getByRole('searchbox'), 'et')
    await userEvent.click(await canvas.findByRole('button', { name: 'Clear filters' }))
    await expect(await canvas.findByText('carrier-rates.csv')).toBeVisible()
  },
}

export const MakesFolder: Story = {
  parameters: { route: '/assets/fol_inv' },
  play: async ({ canvas }) => {
    await canvas.findByText('invoice-0412.pdf')
    await userEvent.click(canvas.getByRole('button', { name: 'New folder' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New folder' }))
    const name = dialog.getByRole('textbox', { name: /Name/ })
    await userEvent.click(dialog.getByRole('button', { name: 'Create folder' }))
    await expect(await dialog.findByText('A name is required')).toBeVisible()
    await userEvent.type(name, '2026')
    await userEvent.click(dialog.getByRole('button', { name: 'Create folder' }))
    await expect(
      await dialog.findByText('There is already something named "2026" here.')
    ).toBeVisible()
    await userEvent.type(name, '-Q4')
    await userEvent.click(dialog.getByRole('button', { name: 'Create folder' }))
    await expect(await canvas.findByRole('link', { name: '2026-Q4' })).toBeVisible()
    await expect(library.calls.at(-1)).toBe(
      'POST /assets {"name":"2026-Q4","type":"folder","parentId":"fol_inv"}'
    )
  },
}

/** The form has an address. */
export const MakesFolderByAddress: Story = {
  parameters: { route: '/assets?new=folder' },
  play: async ({ canvas }) => {
    await closesWithoutQuestion('New folder')
    await expect(await canvas.findByText('CMR-02211.pdf')).toBeVisible()
  },
}

export const Renames: Story = {
  play: async ({ canvas }) => {
    await choose('CMR-02211.pdf', 'Rename')
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename' }))
    const name = dialog.getByRole('textbox', { name: /Name/ })
    await expect(name).toHaveValue('CMR-02211.pdf')
    await userEvent.clear(name)
    await userEvent.type(name, 'a/b')
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }))
    await expect(await dialog.findByText('A name cannot contain / or \\')).toBeVisible()
    await userEvent.clear(name)
    await userEvent.type(name, 'CMR-02212.pdf')
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }))
    await expect(await canvas.findByText('CMR-02212.pdf')).toBeVisible()
    await expect(library.calls).toEqual(['PUT /assets/cmr {"name":"CMR-02212.pdf"}'])
  },
}

/** Red when the second of two people replaces the name that the first has set, without a warning. */
export const RenamedMeanwhile: Story = {
  play: async ({ canvas }) => {
    await choose('CMR-02211.pdf', 'Rename')
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename' }))
    const name = dialog.getByRole('textbox', { name: /Name/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'CMR-02212.pdf')
    library.change('cmr', { name: 'CMR signed.pdf' })
    library.activity = [
      {
        id: 'evt_1',
        action: 'Renamed CMR-02211.pdf to CMR signed.pdf',
        createdAt: new Date().toISOString(),
        lastAt: new Date().toISOString(),
        eventType: 'asset_updated',
        entityType: 'asset',
        entityId: 'cmr',
        userId: 'usr_2',
        userName: 'Dana Quay',
        metadata: { name: 'CMR signed.pdf', previousName: 'CMR-02211.pdf' },
        count: 1,
      },
    ]
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }))
    const said = 'Dana Quay renamed this to CMR signed.pdf just now.'
    await expect(await dialog.findByText(said, { exact: false })).toBeVisible()
    await expect(library.calls).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }))
    await expect(await canvas.findByText('CMR-02212.pdf')).toBeVisible()
    await expect(library.calls).toEqual(['PUT /assets/cmr {"name":"CMR-02212.pdf"}'])
  },
}

/** Red when a missing folder has to be created beforehand, or is created in another place than the open one. */
export const MovesIntoANewFolder: Story = {
  tags: ['long'],
  play: async ({ canvas }) => {
    await choose('CMR-02211.pdf', 'Move to...')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move CMR-02211.pdf' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Invoices' }))
    await dialog.findByRole('button', { name: '2026' })
    await userEvent.click(dialog.getByRole('button', { name: 'New folder' }))
    const form = within(await screen.findByRole('dialog', { name: 'New folder' }))
    await userEvent.type(form.getByRole('textbox', { name: /Name/ }), '2027')
    await userEvent.click(form.getByRole('button', { name: 'Create folder' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New folder' })).toBeNull())
    await userEvent.click(await dialog.findByRole('button', { name: 'Move here' }))
    await waitFor(() => expect(canvas.queryByRole('link', { name: 'CMR-02211.pdf' })).toBeNull())
    await expect(library.calls).toEqual([
      'POST /assets {"name":"2027","type":"folder","parentId":"fol_inv"}',
      'PUT /assets/cmr {"parentId":"new_2027"}',
    ])
  },
}

export const Moves: Story = {
  play: async ({ canvas }) => {
    await choose('CMR-02211.pdf', 'Move to...')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move CMR-02211.pdf' }))
    await expect(dialog.getByRole('button', { name: 'Move here' })).toBeDisabled()
    await dialog.findByRole('button', { name: 'Invoices' })
    // With the keyboard: the first folder can be chosen without opening it.
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Customs declarations' })).toHaveFocus()
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Invoices' }))
    await userEvent.click(await dialog.findByRole('button', { name: '2026' }))
    await expect(await dialog.findByText('No folders here')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Move here' }))
    await waitFor(() => expect(canvas.queryByRole('link', { name: 'CMR-02211.pdf' })).toBeNull())
    await expect(library.calls).toEqual(['PUT /assets/cmr {"parentId":"fol_2026"}'])
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await expect(await canvas.findByRole('link', { name: 'CMR-02211.pdf' })).toBeVisible()
    await expect(library.calls.at(-1)).toBe('PUT /assets/cmr {"parentId":null}')
    await expect(await screen.findByText('CMR-02211.pdf was moved back')).toBeVisible()
  },
}

/** Red when the dialog starts in a folder that offers no target, with nothing to do but go up. */
export const MovesOutOfALeaf: Story = {
  parameters: { route: '/assets/fol_2026' },
  beforeEach: () => {
    library.assets.push(asset({ id: 'leaf', name: 'leaf.pdf', parentId: 'fol_2026' }))
  },
  play: async () => {
    await choose('leaf.pdf', 'Move to...')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move leaf.pdf' }))
    await userEvent.click(await dialog.findByRole('button', { name: '2026' }))
    await expect(await dialog.findByText('It is already in this folder.')).toBeVisible()
  },
}

/** Another person deletes the folder that is open in the dialog. */
export const MoveToWhatIsGone: Story = {
  parameters: {
    api: {
      'GET /assets': (request: FakeRequest) =>
        request.query.get('filter')?.includes('fol_inv')
          ? { status: 404, body: { message: 'There is no folder "fol_inv".' } }
          : library.list(request.query),
    },
  },
  play: async () => {
    await choose('CMR-02211.pdf', 'Move to...')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move CMR-02211.pdf' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Invoices' }))
    await expect(await dialog.findByText('This folder no longer exists')).toBeVisible()
    await expect(dialog.queryByText(/fol_inv/)).toBeNull()
    // Red when the dialog ignores the deletion.
    await expect(dialog.getByRole('button', { name: 'Move here' })).toBeDisabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Assets' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Customs declarations' }))
    await expect(await dialog.findByText('No folders here')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Move here' })).toBeEnabled()
  },
}

export const MoveIsRefused: Story = {
  parameters: {
    api: {
      'PUT /assets/:id': () => ({
        status: 409,
        body: { message: 'There is a file of that name already.' },
      }),
    },
  },
  play: async () => {
    await choose('CMR-02211.pdf', 'Move to...')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move CMR-02211.pdf' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Invoices' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Move here' }))
    const refusal = await dialog.findByText('There is a file of that name already.')
    await waitFor(() => expect(refusal).toBeVisible())
    await userEvent.click(dialog.getByRole('button', { name: 'Assets' }))
    await waitFor(() => expect(refusal).not.toBeInTheDocument())
  },
}

export const MovesFolderNotIntoItself: Story = {
  play: async () => {
    await choose('Invoices', 'Move to...')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Invoices' }))
    const other = await dialog.findByRole('button', { name: 'Customs declarations' })
    await waitFor(() => expect(other).toBeVisible())
    await expect(dialog.queryByRole('button', { name: 'Invoices' })).toBeNull()
  },
}

export const TrashesAndUndoes: Story = {
  play: async ({ canvas }) => {
    await choose('CMR-02211.pdf', 'Move to trash')
    await expect(await screen.findByText('CMR-02211.pdf was moved to the trash')).toBeVisible()
    await waitFor(() => expect(canvas.queryByRole('link', { name: 'CMR-02211.pdf' })).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await expect(await canvas.findByRole('link', { name: 'CMR-02211.pdf' })).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await expect(library.calls).toEqual(['DELETE /assets/cmr', 'POST /assets/cmr/restore'])
  },
}

export const Versions: Story = {
  play: async () => {
    await choose('CMR-02211.pdf', 'Versions')
    const dialog = within(await screen.findByRole('dialog', { name: 'Versions of CMR-02211.pdf' }))
    await expect(await dialog.findByText('Current')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Download version 2' })).toHaveAttribute(
      'href',
      '/api/assets/cmr/content?version=2'
    )
    await waitFor(() => expect(dialog.getByText('Version 1')).toBeVisible())
  },
}

/** Red when the trash does not show the location of an asset, the restored location, or the remaining days. */
export const Trash: Story = {
  parameters: { route: '/assets/trash' },
  beforeEach: () => {
    library.change('old', { parentId: 'fol_2026', path: '/Invoices/2026/draft-manifest.pdf' })
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('draft-manifest.pdf')).toBeVisible()
    await expect(canvas.getByText('Invoices / 2026')).toBeVisible()
    await expect(canvas.getByText('29 days left')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Restore draft-manifest.pdf' }))
    await expect(await canvas.findByText('The trash is empty')).toBeVisible()
    await expect(library.calls).toEqual(['POST /assets/old/restore'])
    await expect(await screen.findByText('To Invoices / 2026')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Open the folder' }))
    await expect(await canvas.findByRole('link', { name: 'draft-manifest.pdf' })).toBeVisible()
  },
}

const longList = () =>
  library.reset(
    Array.from({ length: 230 }, (_, at) =>
      asset({ id: `scan_${at}`, name: `scan-${String(at).padStart(4, '0')}.pdf` })
    )
  )

/** The list has its full height from the start. Its end is loaded when it comes into view. */
export const LongList: Story = {
  beforeEach: longList,
  play: async ({ canvas }) => {
    const end = await canvas.findByText('230 rows')
    await expect(canvas.queryByText('scan-0229.pdf')).toBeNull()
    end.scrollIntoView()
    await canvas.findByText('scan-0229.pdf')
    window.scrollTo(0, 0)
  },
}

export const Empty: Story = {
  beforeEach: () => library.reset([]),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('This folder is empty')).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /assets': 'pending' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('status', { name: 'Loading' })).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /assets': () => ({ status: 500, body: { message: 'The database is locked.' } }) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The database is locked.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const NoSuchFolder: Story = {
  parameters: { route: '/assets/gone' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('This file or folder does not exist')).toBeVisible()
    await userEvent.click(canvas.getByRole('link', { name: 'Go to Assets' }))
    await expect(await canvas.findByText('CMR-02211.pdf')).toBeVisible()
  },
}

export const NoPermission: Story = {
  parameters: { session: 'viewer' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  },
}

const reader = {
  user: { id: 'u', email: 'r@harbor.example', firstName: 'Rey', lastName: 'Ode', role: 'viewer' },
  tenant: { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor', logo: null },
  permissions: ['assets.read'],
}

export const ReadOnly: Story = {
  parameters: { api: { 'GET /auth/me': () => reader } },
  play: async ({ canvas }) => {
    await canvas.findByText('CMR-02211.pdf')
    await expect(canvas.queryByRole('button', { name: 'Upload' })).toBeNull()
    await expect(canvas.queryByRole('button', { name: 'New folder' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Actions for CMR-02211.pdf' }))
    await expect(await screen.findByRole('menuitem', { name: 'Download' })).toBeInTheDocument()
    await expect(screen.queryByRole('menuitem', { name: 'Rename' })).toBeNull()
  },
}
