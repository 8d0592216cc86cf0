import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import {
  chooseAction,
  closesWithoutQuestion,
  recordWith,
} from '../../../../admin/.storybook/play.js'
import { endpoint, reads } from './fixtures.js'
import { mapping } from './preview_fixtures.js'

const sent = fn()
const title = 'Edit API Endpoint'
const stored = (fieldMapping: object) => [
  endpoint({ id: 'end_receipt', name: 'Post goods receipt', fieldMapping }),
]
const withMapping = (fieldMapping: object) => ({
  api: { 'GET /integrations/systems/:id/endpoints': stored(fieldMapping) },
})

const meta: Meta = {
  title: 'Integrations/Field mapping',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/integrations/systems/sys_zeta',
    api: {
      ...reads,
      'GET /integrations/systems/:id/endpoints': stored(mapping),
      'PUT /integrations/endpoints/:id': recordWith(sent)('update'),
    },
  },
}
export default meta
type Story = StoryObj

type Form = ReturnType<typeof within>

async function open(): Promise<Form> {
  await chooseAction('Post goods receipt', 'Edit')
  return within(await screen.findByRole('dialog', { name: title }))
}
const table = (form: Form) => within(form.getByRole('group', { name: 'Field Mapping' }))
const rows = (form: Form) =>
  table(form)
    .queryAllByRole('listitem')
    .map((row) => within(row))
const asJson = (form: Form) => form.getByRole('switch', { name: 'Edit as JSON' })
const text = (form: Form) => form.findByRole('textbox', { name: 'Field Mapping' })
const save = (form: Form) => userEvent.click(form.getByRole('button', { name: 'Update Endpoint' }))
const shown = (form: Form): unknown[] =>
  rows(form).map((row) => [
    row.getByRole<HTMLInputElement>('textbox').value,
    row.getByRole<HTMLInputElement>('combobox').value,
  ])
const savedMapping = async () => {
  await waitFor(() => expect(sent).toHaveBeenCalled())
  const body = sent.mock.lastCall?.[2] as { fieldMapping: unknown } | undefined
  return body?.fieldMapping
}

const all = [
  ['document.title', 'name'],
  ['order', 'order.number'],
  ['sender', 'email'],
  ['run', 'executionId'],
]

/** Red when an element covers the switch, so that no click returns from JSON to the table. */
export const SwitchWithinReach: Story = {
  play: async () => {
    const form = await open()
    await userEvent.click(asJson(form))
    await text(form)
    asJson(form).scrollIntoView({ block: 'center' })
    const { left, top, width, height } = asJson(form).getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    await expect(hit).toBe(asJson(form))
  },
}

/** Viewing a mapping changes nothing. */
export const Table: Story = {
  play: async () => {
    const form = await open()
    await waitFor(() => expect(shown(form)).toEqual(all))
    await closesWithoutQuestion(title)
  },
}

/** Red when values that do not belong to a file, such as an item of a loop, need editing of JSON in another place. */
export const BodyOfItsOwn: Story = {
  play: async () => {
    const form = await open()
    const body = within(form.getByRole('group', { name: 'Body' }))
    await userEvent.click(body.getByRole('button', { name: 'Add field to Body' }))
    const [name, value] = body.getAllByRole('textbox')
    await userEvent.type(name!, 'code')
    await userEvent.click(value!)
    await userEvent.paste('{item.code}')
    await save(form)
    await savedMapping()
    const request = sent.mock.lastCall?.[2] as { requestSchema: { body?: unknown } }
    await expect(request.requestSchema.body).toEqual({ code: '{item.code}' })
  },
}

export const TableDark: Story = {
  globals: { theme: 'dark' },
  play: async () => void (await open()),
}

export const TablePhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async () => {
    const form = await open()
    await waitFor(() => expect(rows(form)).toHaveLength(4))
    const dialog = screen.getByRole('dialog', { name: title })
    await expect(dialog.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const AddsRowsByKeyboard: Story = {
  tags: ['long'],
  parameters: withMapping({}),
  play: async () => {
    const form = await open()
    await userEvent.click(form.getByRole('button', { name: 'Add field' }))
    await userEvent.keyboard('document.title{Enter}')
    await userEvent.keyboard('na')
    await screen.findByRole('option', { name: /^name crossdock-test/ })
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(rows(form)[0]?.getByRole('combobox')).toHaveValue('name'))
    // Enter adds a new row and does not submit the form.
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(rows(form)).toHaveLength(2))
    await userEvent.keyboard('sender{Enter}')
    await userEvent.keyboard('email')
    await expect(form.getByRole('combobox', { name: 'Source of sender (Person)' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(rows(form)).toHaveLength(3))
    await userEvent.keyboard('plate{Enter}')
    await userEvent.keyboard('truck.plate')
    await expect(form.getByRole('combobox', { name: 'Source of plate (File)' })).toHaveFocus()
    await expect(sent).not.toHaveBeenCalled()
    await save(form)
    await expect(await savedMapping()).toEqual({
      fileMetadata: { 'document.title': 'name', plate: 'truck.plate' },
      userMetadata: { sender: 'email' },
    })
  },
}

export const ChangesAndRemovesRows: Story = {
  play: async () => {
    const form = await open()
    await waitFor(() => expect(rows(form)).toHaveLength(4))
    await userEvent.click(form.getByRole('button', { name: 'Remove order' }))
    await waitFor(() => expect(rows(form)).toHaveLength(3))
    await expect(rows(form)[1]?.getByRole('textbox')).toHaveFocus()
    await userEvent.clear(rows(form)[1]!.getByRole('textbox'))
    await userEvent.keyboard('from')
    await userEvent.clear(rows(form)[1]!.getByRole('combobox'))
    // A name that files also have keeps the row's previous map.
    await userEvent.keyboard('name')
    await expect(form.getByRole('combobox', { name: 'Source of from (Person)' })).toHaveValue(
      'name'
    )
    await save(form)
    await expect(await savedMapping()).toEqual({
      fileMetadata: { 'document.title': 'name' },
      userMetadata: { from: 'name' },
      systemFields: { run: 'executionId' },
    })
  },
}

export const RowsThatCannotBe: Story = {
  tags: ['long'],
  parameters: withMapping({ fileMetadata: { title: 'name' } }),
  play: async () => {
    const form = await open()
    const add = () => userEvent.click(form.getByRole('button', { name: 'Add field' }))
    await add()
    await userEvent.keyboard('title{Enter}size')
    await add()
    await userEvent.keyboard('a..b')
    await add()
    await save(form)
    await expect(await form.findAllByText('Another row fills “title” already')).toHaveLength(2)
    await expect(form.getByText(/“a..b” is not a field path/)).toBeInTheDocument()
    await expect(form.getByText('Choose a value')).toBeInTheDocument()
    // Switching to JSON would lose them.
    await userEvent.click(asJson(form))
    await expect(asJson(form)).not.toBeChecked()
    await expect(sent).not.toHaveBeenCalled()
  },
}

/** Red when a row still shows a duplicate error after its duplicate is removed. */
export const TwinIsRemoved: Story = {
  play: async () => {
    const form = await open()
    await userEvent.click(form.getByRole('button', { name: 'Add field' }))
    await userEvent.keyboard('order{Tab}size{Tab}')
    await save(form)
    await expect(await form.findAllByText('Another row fills “order” already')).toHaveLength(2)
    await userEvent.click(form.getAllByRole('button', { name: 'Remove order' })[1]!)
    await waitFor(() =>
      expect(form.queryByText('Another row fills “order” already')).not.toBeInTheDocument()
    )
    await expect(rows(form)).toHaveLength(4)
  },
}

/** Red when the text does not follow the rows, or the rows the text. */
export const TableAndJsonStayInStep: Story = {
  play: async () => {
    const form = await open()
    await waitFor(() => expect(rows(form)).toHaveLength(4))
    await userEvent.click(form.getByRole('button', { name: 'Remove run' }))
    await userEvent.click(asJson(form))
    const { systemFields: _run, ...rest } = mapping
    const area = await text(form)
    await expect(area).toHaveValue(JSON.stringify(rest, null, 2))

    await userEvent.clear(area)
    await userEvent.click(area)
    await userEvent.paste('{"fileMetadata": {"a": "size"')
    await userEvent.click(asJson(form))
    await expect(await form.findByText(/This is not valid JSON/)).toBeInTheDocument()
    await expect(asJson(form)).toBeChecked()
    await expect(form.getByText(/as soon as the field mapping is valid JSON/)).toBeInTheDocument()
    await userEvent.click(area)
    await userEvent.paste(', "b": {"c": "name"}}}')
    await userEvent.click(asJson(form))
    await expect(await form.findByText('The value of “b” must be text in quotes')).toBeVisible()
    await expect(asJson(form)).toBeChecked()
    await userEvent.clear(area)
    await userEvent.click(area)
    await userEvent.paste('{"fileMetadata": {"a": "size"}, "systemFields": {"at": "eventType"}}')
    await userEvent.click(asJson(form))
    await waitFor(() =>
      expect(shown(form)).toEqual([
        ['a', 'size'],
        ['at', 'eventType'],
      ])
    )
    await save(form)
    await expect(await savedMapping()).toEqual({
      fileMetadata: { a: 'size' },
      systemFields: { at: 'eventType' },
    })
  },
}

/** Viewing a mapping of an earlier version does not lose it. */
export const JsonTheTableCannotShow: Story = {
  parameters: withMapping({ fileMetadata: { a: 'name' }, others: { b: { c: 'd' } } }),
  play: async () => {
    const form = await open()
    await expect(await text(form)).toHaveDisplayValue(/"others"/)
    await expect(asJson(form)).toBeChecked()
    await userEvent.click(asJson(form))
    await expect(await form.findByText(/“others” is not a part of a field mapping/)).toBeVisible()
    await expect(asJson(form)).toBeChecked()
  },
}

export const RefusedAtARow: Story = {
  tags: ['long'],
  parameters: withMapping({
    fileMetadata: { a: 'name' },
    userMetadata: { 'sender.mail': 'emial' },
  }),
  play: async () => {
    const form = await open()
    const source = await form.findByRole('combobox', { name: 'Source of sender.mail (Person)' })
    await waitFor(() => expect(source).toBeInvalid())
    await expect(source).toHaveAccessibleDescription(/There is no field "emial" of a person/)
    await expect(rows(form)[0]!.getByRole('combobox')).toBeValid()
    await userEvent.clear(source)
    await userEvent.type(source, 'email')
    await waitFor(() => expect(source).toBeValid())
    await expect(await form.findByText(/mara.lindqvist@harbor/, { selector: 'pre' })).toBeVisible()
  },
}

export const RefusedOnSaving: Story = {
  parameters: {
    api: {
      'PUT /integrations/endpoints/:id': () => ({
        status: 422,
        body: {
          message: 'Check the marked fields.',
          errors: [{ field: 'fieldMapping.systemFields.run', message: 'There is no such field.' }],
        },
      }),
    },
  },
  play: async () => {
    const form = await open()
    await waitFor(() => expect(rows(form)).toHaveLength(4))
    await save(form)
    const source = await form.findByRole('combobox', { name: 'Source of run (Run)' })
    await waitFor(() => expect(source).toHaveAccessibleDescription('There is no such field.'))
    await expect(source).toBeInvalid()
  },
}

export const WarnedAtARow: Story = {
  parameters: withMapping({ fileMetadata: { order: 'order.numer' } }),
  play: async () => {
    const form = await open()
    const source = await form.findByRole('combobox', { name: 'Source of order (File)' })
    await waitFor(() =>
      expect(source).toHaveAccessibleDescription(/None of the last 20 files has "order.numer"/)
    )
    await expect(source).toBeValid()
    await save(form)
    await expect(await savedMapping()).toEqual({ fileMetadata: { order: 'order.numer' } })
  },
}

export const WarnedAtARowDark: Story = {
  ...WarnedAtARow,
  globals: { theme: 'dark' },
  play: async () => {
    await expect((await (await open()).findAllByText(/None of the last 20 files/))[0]).toBeVisible()
  },
}

export const SourcesOutOfReach: Story = {
  parameters: {
    api: {
      ...withMapping({ userMetadata: { sender: 'email' } }).api,
      'POST /integrations/endpoints/preview': { status: 500, body: { message: 'Out of order.' } },
    },
  },
  play: async () => {
    const form = await open()
    await expect(await form.findByText(/What can be chosen could not be loaded/)).toBeVisible()
    const source = form.getByRole('combobox', { name: 'Source of sender (Person)' })
    await userEvent.clear(source)
    await userEvent.type(source, 'name')
    await save(form)
    await expect(await savedMapping()).toEqual({ userMetadata: { sender: 'name' } })
  },
}
