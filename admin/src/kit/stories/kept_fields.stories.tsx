import TextField from '@mui/material/TextField'
import {
  invalidate,
  SaveButton,
  useAction,
  useFields,
  useRead,
  useUnsavedFields,
} from '@crossdock/admin/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useQueryClient } from '@tanstack/react-query'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import type { FakeRequest } from '../../../.storybook/fake_api.js'

interface Berth {
  name: string
  depth: string
}

const names = ['name', 'depth'] as const
let berth: Berth
let answering = Promise.resolve()
const sent = fn()

const meta: Meta = {
  title: 'Kit/Kept fields',
  render: () => <Screen />,
  beforeEach: () => {
    berth = { name: 'Berth 7', depth: '11' }
    answering = Promise.resolve()
    sent.mockClear()
  },
  parameters: {
    api: {
      'GET /berth': () => berth,
      'PUT /berth': async ({ body }: FakeRequest) => {
        sent(body)
        berth = { ...berth, ...(body as Partial<Berth>) }
        const answer = berth
        await answering
        return answer
      },
    },
  },
}
export default meta
type Story = StoryObj

function Screen() {
  const { data } = useRead<Berth>('berth')
  const client = useQueryClient()
  return (
    <>
      {data && <Form berth={data} />}
      <button type="button" onClick={() => void invalidate(client, ['berth'])}>
        Reload
      </button>
    </>
  )
}

function Form({ berth: stored }: { berth: Berth }) {
  const form = useFields({ path: 'berth', stored, enter: (one: Berth) => one })
  const changed = names.filter((name) => form.fields[name] !== form.base[name])
  const save = useAction<Berth, Partial<Berth>>(
    (body) => ({ path: 'berth', method: 'PUT', body }),
    {
      invalidates: ['berth'],
      success: { title: 'Saved' },
      ifMatch: form.ifMatch,
      onSuccess: form.saved,
    }
  )
  useUnsavedFields({
    isChanged: changed.length > 0,
    isSaving: save.isPending,
    discard: form.discard,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(Object.fromEntries(changed.map((name) => [name, form.fields[name]])))
      }}
    >
      {names.map((name) => (
        <TextField
          key={name}
          label={name}
          value={form.fields[name]}
          onChange={({ target }) => form.set({ [name]: target.value })}
        />
      ))}
      <SaveButton disabled={changed.length === 0 || save.isPending}>Save</SaveButton>
    </form>
  )
}

const field = (name: string) => screen.findByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Save' })

async function enter(name: string, text: string) {
  await userEvent.clear(await field(name))
  await userEvent.type(await field(name), text)
}

async function somebodyElseSaves(more: Partial<Berth>) {
  berth = { ...berth, ...more }
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
}

/** Red when input is lost when another person saves, or when untouched fields stay old or are sent. */
export const AnotherPersonSaves: Story = {
  play: async () => {
    await enter('name', 'Berth 8')
    await somebodyElseSaves({ depth: '13' })
    await waitFor(async () => expect(await field('depth')).toHaveValue('13'))
    await expect(await field('name')).toHaveValue('Berth 8')
    await userEvent.click(save())
    await expect(await screen.findByText('Saved')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith({ name: 'Berth 8' })
  },
}

/** Red when the same field is overwritten without a message, whether or not the form has read it already. */
export const AnotherPersonSavesTheSameField: Story = {
  play: async () => {
    await enter('name', 'Berth 8')
    await somebodyElseSaves({ name: 'Berth 9' })
    await userEvent.click(save())
    await expect(await screen.findByText(/^Someone else saved this/)).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
    await expect(await field('name')).toHaveValue('Berth 8')
    await userEvent.click(save())
    await expect(await screen.findByText('Saved')).toBeVisible()
    await expect(berth.name).toBe('Berth 8')
  },
}

/** Red when input during a save is lost with the answer, or when the answer is ignored. */
export const TypedDuringASave: Story = {
  play: async () => {
    let answer = () => {}
    answering = new Promise((resolve) => (answer = resolve))
    await enter('name', 'Berth 8')
    await userEvent.click(save())
    await waitFor(() => expect(sent).toHaveBeenCalledOnce())
    await enter('depth', '15')
    await enter('name', 'Berth 7')
    answer()
    await expect(await screen.findByText('Saved')).toBeVisible()
    await expect(await field('depth')).toHaveValue('15')
    await expect(await field('name')).toHaveValue('Berth 7')
    await userEvent.click(save())
    await waitFor(() => expect(sent).toHaveBeenLastCalledWith({ name: 'Berth 7', depth: '15' }))
    await waitFor(() => expect(save()).toHaveAttribute('aria-disabled', 'true'))
  },
}

/** Red when the person's own earlier save counts as another person's, or old values come back for a moment. */
export const SavedTwice: Story = {
  play: async () => {
    const shown: string[] = []
    for (const name of ['Berth 8', 'Berth 9']) {
      await enter('name', name)
      const input = (await field('name')) as HTMLInputElement
      const watch = setInterval(() => shown.push(input.value), 1)
      await userEvent.type(input, '{Enter}')
      await waitFor(() => expect(save()).toBeDisabled())
      await waitFor(() => expect(sent).toHaveBeenLastCalledWith({ name }))
      await waitFor(() => expect(berth.name).toBe(name))
      clearInterval(watch)
      await expect(new Set(shown.splice(0))).toEqual(new Set([name]))
      await expect(input).toHaveFocus()
    }
    await expect(screen.queryByText(/^Someone else/)).toBeNull()
  },
}

/** Red when the pressed button loses the focus, or acts without changes. */
export const TheButtonKeepsTheFocus: Story = {
  play: async () => {
    await enter('depth', '15')
    await expect(save()).toBeEnabled()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(save()).toHaveAttribute('aria-disabled', 'true'))
    await expect(await screen.findByText('Saved')).toBeVisible()
    await expect(save()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(sent).toHaveBeenCalledOnce()
    await userEvent.tab()
    await expect(save()).toBeDisabled()
  },
}
