import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { demoAssets, FakeLibrary } from './fake_library.js'

const library = new FakeLibrary()

const meta: Meta = {
  title: 'Screens/Assets/A file',
  beforeEach: () => library.reset(demoAssets()),
  parameters: { route: '/assets/inv1', api: library.api },
}
export default meta
type Story = StoryObj

const act = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

export const Document: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'invoice-0412.pdf' })).toBeVisible()
    const preview = within(canvas.getByRole('region', { name: 'Preview' }))
    await expect(await preview.findByAltText('Page 1 of invoice-0412.pdf')).toBeVisible()
    const details = within(canvas.getByRole('region', { name: 'Details' }))
    await expect(details.getByText('application/pdf')).toBeVisible()
    const versions = within(await canvas.findByRole('region', { name: 'Versions' }))
    await expect(await versions.findByText('Version 2')).toBeVisible()
    await act('Rename')
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename' }))
    await expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveValue('invoice-0412.pdf')
  },
}

export const DocumentDark: Story = { globals: { theme: 'dark' } }

export const FromTheMenu: Story = {
  parameters: { route: '/assets' },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Actions for CMR-02211.pdf' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Details' }))
    await expect(await canvas.findByRole('heading', { name: 'CMR-02211.pdf' })).toBeVisible()
  },
}

/** The story's server sends no pictures: the page says so, and stays usable. */
export const Picture: Story = {
  parameters: { route: '/assets/plan' },
  play: async ({ canvas }) => {
    const preview = within(await canvas.findByRole('region', { name: 'Preview' }))
    await expect(await preview.findByText('This picture cannot be shown.')).toBeVisible()
  },
}

export const ToTheTrash: Story = {
  play: async ({ canvas }) => {
    await act('Move to trash')
    await expect(await canvas.findByRole('heading', { name: 'Invoices' })).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(library.calls.at(-1)).toBe('POST /assets/inv1/restore'))
  },
}

/** The file was deleted while it was open, or a link leads to it. Red when the page has no restore button. */
export const InTheTrash: Story = {
  parameters: { route: '/assets/old' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('This file is in the trash')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(canvas.queryByText('This file is in the trash')).toBeNull())
    await expect(canvas.getByRole('button', { name: /^Actions for/ })).toBeVisible()
  },
}

/** Red when the contents are requested, which cannot be read. */
export const FolderInTheTrash: Story = {
  beforeEach: () => {
    const trashedAt = new Date().toISOString()
    library.reset(demoAssets().map((one) => (one.id === 'fol_cus' ? { ...one, trashedAt } : one)))
  },
  parameters: { route: '/assets/fol_cus' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('This folder is in the trash')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Restore' }))
    await expect(await canvas.findByText('This folder is empty')).toBeVisible()
  },
}

/** The newest version is the current one. Red when it can be restored, or when a reader can restore. */
export const RestoresAVersion: Story = {
  play: async ({ canvas }) => {
    const versions = within(await canvas.findByRole('region', { name: 'Versions' }))
    await userEvent.click(await versions.findByRole('button', { name: 'Restore version 2' }))
    await expect(await screen.findByText('Version 2 was restored as version 4')).toBeVisible()
    await expect(library.calls).toEqual(['POST /assets/inv1/versions/2/restore'])
    await expect(versions.queryByRole('button', { name: 'Restore version 3' })).toBeNull()
  },
}

export const OnlyToRead: Story = {
  parameters: { session: 'reader' },
  play: async ({ canvas }) => {
    await canvas.findByRole('link', { name: 'Download version 2' })
    await expect(canvas.queryByRole('button', { name: /^Restore version/ })).toBeNull()
    await expect(await canvas.findByRole('button', { name: 'Download' })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^Actions for/ })).toBeNull()
  },
}
