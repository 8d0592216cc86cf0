import type { Meta, StoryObj } from '@storybook/react-vite'
import { PlainDialog, shortcuts, useShortcut } from '@crossdock/admin/kit'
import { useState } from 'react'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'

const done = fn()

function Berths() {
  const [isOpen, setOpen] = useState(false)
  useShortcut('j', 'Next berth', () => done('next'))
  useShortcut('Enter', 'Open the berth', () => done('open'))
  useShortcut('?', 'Show the keys', () => done('keys'))
  useShortcut('g b', 'Go to the berths', () => done('go'))
  useShortcut('mod+k', 'Search', () => done('search'))
  useShortcut('x', 'Nothing', () => done('never'), { enabled: false })
  return (
    <>
      <input aria-label="Name" />
      <input type="checkbox" aria-label="Reserved" />
      <button onClick={() => setOpen(true)}>Reserve</button>
      {isOpen && (
        <PlainDialog title="Reserve a berth" onClose={() => setOpen(false)}>
          Deep water
        </PlainDialog>
      )}
    </>
  )
}

const meta: Meta = {
  title: 'Kit/Shortcuts',
  render: () => <Berths />,
  beforeEach: () => void done.mockClear(),
}
export default meta
type Story = StoryObj

const ready = () => waitFor(() => expect(shortcuts.all()).not.toHaveLength(0))
const ran = () => done.mock.calls.flat()

export const OnAScreen: Story = {
  play: async ({ canvas }) => {
    await ready()
    await userEvent.keyboard('j?gbx')
    await expect(ran()).toEqual(['next', 'keys', 'go'])
    await expect(shortcuts.all().map(({ keys }) => keys)).toContain('g b')
    await expect(shortcuts.all().map(({ keys }) => keys)).not.toContain('x')
    // A second key without a sequence works as a single key.
    await userEvent.keyboard('gj')
    await expect(ran().at(-1)).toBe('next')
    await userEvent.click(canvas.getByRole('checkbox'))
    await userEvent.keyboard('j')
    await expect(ran()).toHaveLength(5)
  },
}

/** Keys go to text fields, pressed controls and open dialogs first. */
export const SilentElsewhere: Story = {
  play: async ({ canvas }) => {
    await ready()
    await userEvent.type(canvas.getByRole('textbox'), 'j?gb{Enter}')
    await expect(done).not.toHaveBeenCalled()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect(ran()).toEqual(['search'])
    canvas.getByRole('button', { name: 'Reserve' }).focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Reserve a berth' })
    await userEvent.keyboard('j?{Control>}k{/Control}')
    await expect(ran()).toEqual(['search'])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('j')
    await expect(ran().at(-1)).toBe('next')
  },
}
