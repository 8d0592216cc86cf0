import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import {
  writeFails,
  writeFailsOffline,
  anotherPersonSignsIn,
  type Write,
} from '../../../../.storybook/failing_writes.js'
import { chooseAction } from '../../../../.storybook/play.js'
import { openTray } from './open_tray.js'
import { demoAssets, FakeLibrary } from './fake_library.js'

const library = new FakeLibrary()

const meta: Meta = {
  title: 'Screens/Assets/Failures',
  beforeEach: () => library.reset(demoAssets()),
}
export default meta
type Story = StoryObj

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const nameIs = (value: string) => () =>
  expect(screen.getByRole('textbox', { name: /Name/, hidden: true })).toHaveValue(value)

const newFolder: Write = {
  call: 'POST /assets',
  route: '/assets/fol_inv',
  api: library.api,
  prepare: async () => {
    await press('New folder')
    await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'Quay 4')
  },
  submit: () => press('Create folder'),
  expectKept: nameIs('Quay 4'),
  success: /Folder created/,
}

const rename: Write = {
  call: 'PUT /assets/:id',
  route: '/assets',
  api: library.api,
  prepare: async () => {
    await chooseAction('CMR-02211.pdf', 'Rename')
    const name = await screen.findByRole('textbox', { name: /Name/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'CMR-1.pdf')
  },
  submit: () => press('Rename'),
  expectKept: nameIs('CMR-1.pdf'),
  success: /was renamed/,
}

const move: Write = {
  call: 'PUT /assets/:id',
  route: '/assets',
  api: library.api,
  prepare: async () => {
    await chooseAction('CMR-02211.pdf', 'Move to...')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: 'Invoices' }))
    await dialog.findByRole('button', { name: '2026' })
  },
  submit: () => press('Move here'),
  expectKept: () => expect(screen.getByText('Move here')).toBeInTheDocument(),
  success: /was moved to/,
}

const trash: Write = {
  call: 'DELETE /assets/:id',
  route: '/assets',
  api: library.api,
  submit: () => chooseAction('CMR-02211.pdf', 'Move to trash'),
  expectKept: () => expect(screen.getByText('CMR-02211.pdf')).toBeInTheDocument(),
  success: /moved to the trash/,
}

const restore: Write = {
  call: 'POST /assets/:id/restore',
  route: '/assets/trash',
  api: library.api,
  submit: () => press('Restore draft-manifest.pdf'),
  expectKept: () => expect(screen.getByText('draft-manifest.pdf')).toBeInTheDocument(),
  success: /was restored/,
}

const upload: Write = {
  call: 'POST /assets',
  route: '/assets/fol_inv',
  api: library.api,
  prepare: async () => {
    const input = await screen.findByLabelText('Choose files to upload')
    await userEvent.upload(input, new File(['content'], 'scan.pdf'))
    await openTray()
  },
  submit: () => press('Try scan.pdf again'),
  expectKept: () => expect(screen.getByText('scan.pdf')).toBeInTheDocument(),
  success: /All uploads finished/,
  ended: 'Your session has ended',
}

export const NewFolder: Story = writeFails(newFolder)
export const NewFolderOffline: Story = writeFailsOffline(newFolder)
export const NewFolderOfSomebodyElse: Story = anotherPersonSignsIn(newFolder)
export const Rename: Story = writeFails(rename)
export const RenameOffline: Story = { ...writeFailsOffline(rename), tags: ['long'] }
export const Move: Story = writeFails(move)
export const MoveOffline: Story = { ...writeFailsOffline(move), tags: ['long'] }
export const Trash: Story = writeFails(trash)
export const TrashOffline: Story = { ...writeFailsOffline(trash), tags: ['long'] }
export const TrashOfSomebodyElse: Story = { ...anotherPersonSignsIn(trash), tags: ['long'] }
export const Restore: Story = writeFails(restore)
export const RestoreOffline: Story = { ...writeFailsOffline(restore), tags: ['long'] }

/** Uploads use XMLHttpRequest. They wait for the person, too, and are sent once. */
export const UploadWaits: Story = {
  ...writeFails(upload),
  play: async () => {
    await writeFails(upload).play()
    await waitFor(() => expect(library.calls).toEqual(['POST /assets scan.pdf in fol_inv']))
  },
}
