import Button from '@mui/material/Button'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useToast } from '@crossdock/admin/kit'
import {
  expect,
  fireEvent,
  fn,
  screen,
  userEvent,
  waitFor,
  waitForElementToBeRemoved,
} from 'storybook/test'

const undone = fn()

function Buttons() {
  const toast = useToast()
  return (
    <>
      <Button
        variant="outlined"
        onClick={() =>
          toast({
            title: 'Tenant created',
            description: 'The new tenant has been created successfully.',
          })
        }
      >
        Succeed
      </Button>
      <Button
        variant="outlined"
        onClick={() =>
          toast({ title: 'Moved to Archive', action: { label: 'Undo', onSelect: undone } })
        }
      >
        Move
      </Button>
      <Button
        variant="outlined"
        onClick={() =>
          toast({ title: 'Error', description: 'Failed to create tenant', kind: 'destructive' })
        }
      >
        Fail
      </Button>
    </>
  )
}

const meta: Meta = { title: 'Kit/Toaster', component: Buttons }
export default meta
type Story = StoryObj

export const NewestWins: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Succeed' }))
    await expect(await screen.findByRole('status')).toHaveTextContent('Tenant created')
    await userEvent.click(canvas.getByRole('button', { name: 'Fail' }))
    await expect(await screen.findByRole('alert')).toHaveTextContent('Failed to create tenant')
    await expect(screen.queryByText('Tenant created')).toBeNull()
  },
}

export const F8AndEscape: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Succeed' }))
    await screen.findByRole('status')
    await userEvent.keyboard('{F8}')
    await expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  },
}

export const ActionByKeyboard: Story = {
  play: async ({ canvas }) => {
    undone.mockClear()
    await userEvent.click(canvas.getByRole('button', { name: 'Move' }))
    await screen.findByRole('status')
    await userEvent.keyboard('{F8}{Tab}')
    await expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(undone).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  },
}

export const SwipeRight: Story = {
  tags: ['long'],
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Succeed' }))
    const swipe = async (distance: number) => {
      const toast = screen.getByRole('status')
      await fireEvent.pointerDown(toast, { clientX: 100 })
      await fireEvent.pointerMove(toast, { clientX: 100 + distance })
      await fireEvent.pointerUp(toast)
    }
    await screen.findByRole('status')
    await swipe(49)
    await waitFor(() => expect(screen.getByRole('status')).toBeVisible())
    await swipe(50)
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  },
}

export const GoesAfterFiveSeconds: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Succeed' }))
    const shown = performance.now()
    await screen.findByRole('status')
    await waitForElementToBeRemoved(() => screen.queryByRole('status'), { timeout: 60_000 })
    await expect(performance.now() - shown).toBeGreaterThan(4900)
  },
}

export const Dark: Story = {
  globals: { theme: 'dark' },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Fail' }))
    await screen.findByRole('alert')
  },
}

/** On phones it does not cover the page's title. */
export const OnPhones: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Succeed' }))
    const { top, left, right } = (await screen.findByRole('status')).getBoundingClientRect()
    await expect(top).toBeGreaterThan(window.innerHeight / 2)
    await expect(left).toBe(16)
    await expect(right).toBe(window.innerWidth - 16)
  },
}
