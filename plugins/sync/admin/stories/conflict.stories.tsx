import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, within } from 'storybook/test'
import { recordWith } from '../../../../admin/.storybook/play.js'
import { mergedText, rowsOf, writtenText } from '../conflicts/merge_lines.js'
import { conflict, contracts, people, getHandlers, sourceText, targetText } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)
/** The versions that the screen has shown. */
const seen = { sourceHash: 'a'.repeat(64), targetHash: 'b'.repeat(64) }

const meta: Meta = {
  title: 'Sync/Conflict',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/sync-contracts/conflicts/cf_1',
    api: {
      'GET /auth/me': people.manager,
      ...getHandlers(),
      'POST /sync-contracts/conflicts/:id/resolve': record('resolve'),
      'PUT /sync-contracts/:id': record('change'),
    },
  },
}
export default meta
type Story = StoryObj

// Red when lines are not aligned, or another text than the chosen one is saved.
export const MergesByLines: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'prices-december.csv' })).toBeVisible()
    await expect(
      await canvas.findByText('2 lines differ, 1 line is only on one side, 2 still to choose')
    ).toBeVisible()
    // Red when one side is preselected: its lines would silently replace those of the other.
    const save = canvas.getByRole('button', { name: 'Save merged text' })
    await expect(save).toBeDisabled()
    const first = within(canvas.getByRole('group', { name: 'Line 4' }))
    await userEvent.click(first.getByRole('button', { name: '64.00 from Ines' }))
    await expect(save).toBeDisabled()
    await userEvent.click(
      within(canvas.getByRole('group', { name: 'Line 7' })).getByRole('button', {
        name: '388.00 from Marek',
      })
    )
    await userEvent.click(save)
    await expect(await screen.findByText('Conflict resolved')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('resolve', 'cf_1', {
      ...seen,
      keep: 'merged',
      text: targetText.replace('62.50', '64.00'),
    })
  },
}

export const TakesTheRest: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Use all from Marek' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save merged text' }))
    await expect(await screen.findByText('Conflict resolved')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('resolve', 'cf_1', {
      ...seen,
      keep: 'merged',
      text: targetText,
    })
  },
}

export const MergesByHand: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit text' }))
    const written = canvas.getByRole('textbox', { name: 'Merged text' })
    await userEvent.clear(written)
    await userEvent.type(written, 'article;unit;price')
    await userEvent.click(canvas.getByRole('button', { name: 'Save merged text' }))
    await expect(await screen.findByText('Conflict resolved')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('resolve', 'cf_1', {
      ...seen,
      keep: 'merged',
      text: 'article;unit;price',
    })
  },
}

export const KeepsOneFromNowOn: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(
      await canvas.findByRole('checkbox', { name: /with Newest Wins from now on$/ })
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Keep this one: Assets' }))
    await expect(await screen.findByText('Conflict resolved')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('resolve', 'cf_1', { ...seen, keep: 'target' })
    await expect(sent).toHaveBeenCalledWith('change', 'sc_2', {
      conflictResolution: 'timestamp',
      tenantId: 'ten_1',
    })
  },
}

export const KeepsBoth: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Keep both' }))
    await expect(await screen.findByText('Conflict resolved')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('resolve', 'cf_1', { ...seen, keep: 'both' })
  },
}

/** The target changes while the page is open. */
const changing = () => {
  const newer = conflict({ target: { ...conflict({}).target!, hash: 'c'.repeat(64) } })
  let isChanged = false
  return {
    'GET /sync-contracts/conflicts/:id': () => (isChanged ? newer : conflict({})),
    'POST /sync-contracts/conflicts/:id/resolve': ({ body }: { body: unknown }) => {
      sent('resolve', 'cf_1', body)
      if (isChanged) return { status: 200, body: newer }
      isChanged = true
      return { status: 409, body: { code: 'E_CHANGED', message: 'It changed again.' } }
    },
  }
}

// Red when the versions shown are not sent, or when choices apply to lines of newer versions.
export const ChangedAgain: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Use all from Marek' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save merged text' }))
    await expect(await canvas.findByText(/^The file changed again/)).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('resolve', 'cf_1', {
      ...seen,
      keep: 'merged',
      text: targetText,
    })
    await expect(canvas.getByRole('button', { name: 'Save merged text' })).toBeEnabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Show the new versions' }))
    await expect(await canvas.findByRole('button', { name: 'Use all from Marek' })).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Save merged text' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Keep both' }))
    const newer = { sourceHash: seen.sourceHash, targetHash: 'c'.repeat(64) }
    await expect(await screen.findByText('Conflict resolved')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('resolve', 'cf_1', { ...newer, keep: 'both' })
  },
  parameters: {
    api: {
      ...getHandlers(),
      ...changing(),
    },
  },
}

export const Dark: Story = { globals: { theme: 'dark' } }
export const OnAPhone: Story = { globals: { viewport: { value: 'mobile1' } } }
export const German: Story = { parameters: { language: 'de' } }

/** A binary version shows its properties and a download. */
export const Binary: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findAllByText(/^This file isn't text/)).toHaveLength(2)
    await expect(canvas.getAllByRole('button', { name: 'Download' })).toHaveLength(2)
    await expect(canvas.queryByRole('button', { name: 'Save merged text' })).toBeNull()
  },
  parameters: {
    api: {
      'GET /sync-contracts/conflicts/:id/content': () =>
        new Response(new Uint8Array([137, 80, 78, 71, 0, 1])),
    },
  },
}

export const Deleted: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The file was deleted here.')).toBeVisible()
    await expect(
      await canvas.findByRole('button', { name: 'Keep this one: MAC-SALES-01' })
    ).toHaveTextContent('Keep deleted')
    await expect(canvas.queryByRole('button', { name: 'Keep both' })).toBeNull()
  },
  parameters: {
    api: getHandlers(contracts, [conflict({ source: null, cause: 'changed_and_deleted' })]),
  },
}

export const Resolved: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Resolved', { exact: true })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^Keep/ })).toBeNull()
  },
  parameters: { route: '/sync-contracts/conflicts/cf_3' },
}

export const ForReaders: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'prices-december.csv' })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^Keep|^Save/ })).toBeNull()
  },
  parameters: { api: { 'GET /auth/me': people.reader } },
}

export const Missing: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('There is no such conflict')).toBeVisible()
  },
  parameters: { route: '/sync-contracts/conflicts/gone' },
}

// Red when a merge changes line ends, loses the last one, or adds one.
export const KeepsLineEnds: Story = {
  play: async () => {
    const merge = (source: string, target: string) =>
      mergedText(rowsOf(source, target), () => 'target', source, target)
    await expect(merge('a\r\nb\r\n', 'a\r\nc\r\n')).toBe('a\r\nc\r\n')
    await expect(merge('a\nb', 'a\nc')).toBe('a\nc')
    await expect(merge(sourceText, targetText)).toBe(targetText)
    await expect(merge('a\n', '')).toBe('')
    // Red when the first CRLF changes the ends of all lines, or a single CR counts as LF.
    await expect(merge('a\r\nb\nc\nd\n', 'a\r\nb\nx\nd\ne\n')).toBe('a\r\nb\nx\nd\ne\n')
    await expect(merge('10%\r20%\rdone\nend\n', '10%\r20%\rdone\nover\n')).toBe(
      '10%\r20%\rdone\nover\n'
    )
    await expect(writtenText('a\nc\n', 'a\r\nb\r\n', 'a\r\n')).toBe('a\r\nc\r\n')
    await expect(writtenText('a\r\nc\n', 'a\r\nc\n', 'b\n')).toBe('a\r\nc\n')
  },
}
