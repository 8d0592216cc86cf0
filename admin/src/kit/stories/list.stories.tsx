import type { Meta, StoryObj } from '@storybook/react-vite'
import Button from '@mui/material/Button'
import {
  ActiveBadge,
  actionsColumn,
  BulkAction,
  EmptyState,
  invalidate,
  ResourceList,
  RowLink,
  type ListColumn,
} from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { Power, Truck } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { expect, fireEvent, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../.storybook/fake_api.js'

interface Lane {
  id: string
  name: string
  port: string
  berths: number
  isOpen: boolean
  carrierId: string
}

const ports = ['Antwerp', 'Bremerhaven', 'Gdansk']
const lane = (at: number): Lane => ({
  id: `lane_${at}`,
  name: `Lane ${String(at + 1).padStart(5, '0')}`,
  port: ports[at % 3] ?? '',
  berths: (at * 7) % 40,
  isOpen: at % 4 !== 0,
  carrierId: `carrier_${at % 2}`,
})
const carriers = [
  { id: 'carrier_0', name: 'Nordic Freight' },
  { id: 'carrier_1', name: 'Harbor Logistics' },
]

let lanes: Lane[] = []
const opened = fn()
/** The first row of each requested page. */
let requestedRows: number[] = []
/** How often each row rendered. */
const renderCounts = new Map<string, number>()

/** Filters and sorts like a server; the fake API cuts the page. */
function listed({ query }: FakeRequest) {
  requestedRows.push((JSON.parse(query.get('range') ?? '[0]') as number[])[0] ?? 0)
  const filter = JSON.parse(query.get('filter') ?? '{}') as Record<string, unknown>
  const [field, order] = JSON.parse(query.get('sort') ?? '["name","ASC"]') as [keyof Lane, string]
  const { search, ...exact } = filter
  const found = lanes.filter(
    (one) =>
      (!search || one.name.includes(String(search))) &&
      Object.entries(exact).every(([key, value]) => [value].flat().includes(one[key as keyof Lane]))
  )
  const up = (a: Lane, b: Lane) => (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : 0)
  return found.sort(order === 'ASC' ? up : (a, b) => up(b, a))
}

const columns: ListColumn<Lane>[] = [
  {
    source: 'name',
    label: 'Lane',
    sortable: true,
    card: 'title',
    render: ({ id, name }) => <RowLink to={`/lanes/${id}`}>{name}</RowLink>,
  },
  {
    source: 'port',
    label: 'Port',
    width: '30%',
    render: ({ id, port }) => {
      renderCounts.set(id, (renderCounts.get(id) ?? 0) + 1)
      return port
    },
  },
  {
    source: 'berths',
    label: 'Berths',
    sortable: true,
    firstOrder: 'DESC',
    align: 'right',
    render: ({ berths }) => berths,
  },
  {
    source: 'isOpen',
    label: 'Status',
    card: 'corner',
    render: ({ isOpen }) => <ActiveBadge isActive={isOpen} />,
  },
  actionsColumn('Actions', ({ name }) => (
    <Button size="small" aria-label={`Call ${name}`}>
      Call
    </Button>
  )),
]

const broken = new URLSearchParams({
  filter: '{"search":{"toString":1},"carrierId":[null],"port":"Gdansk"}',
  sort: 'nonsense',
  order: 'ASC',
  perPage: '1000000000',
  page: '-5',
}).toString()

const longNames = ['Open for the whole summer', 'Hand over to another carrier']

interface PageProps {
  endless?: boolean
  many?: boolean
  log?: boolean
}

function Page({ endless, many, log }: PageProps) {
  const { search } = useLocation()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <>
      <h1>Lanes</h1>
      <output aria-label="Address" style={{ display: 'block', overflowWrap: 'anywhere' }}>
        {decodeURIComponent(search)}
      </output>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate(`?${broken}`)}>Broken link</button>
      <button onClick={() => void invalidate(client, ['lanes'])}>Refresh</button>
      <ResourceList<Lane>
        resource="lanes"
        label="Lanes"
        columns={columns}
        sort={{ field: 'name', order: 'ASC' }}
        search="Search lanes"
        endless={endless}
        log={log}
        filters={[
          { source: 'port', label: 'Port', choices: ports.map((name) => ({ id: name, name })) },
          {
            source: 'isOpen',
            label: 'Status',
            choices: [
              { id: true, name: 'Active' },
              { id: false, name: 'Inactive' },
            ],
          },
          { source: 'carrierId', label: 'Carrier', reference: 'carriers' },
        ]}
        onOpen={opened}
        bulk={['Close', ...(many ? longNames : [])].map((label) => (
          <BulkAction
            key={label}
            label={label}
            icon={Power}
            request={(id) => ({ path: `lanes/${id}/close` })}
            invalidates={['lanes']}
            success={(count) => `${count} lanes closed`}
          />
        ))}
        empty={<EmptyState icon={Truck} title="No lanes yet" />}
      />
    </>
  )
}

const meta: Meta<typeof Page> = {
  title: 'Kit/List',
  component: Page,
  beforeEach: () => {
    opened.mockClear()
    renderCounts.clear()
    requestedRows = []
    lanes = Array.from({ length: 60 }, (_, at) => lane(at))
  },
  parameters: {
    api: {
      'GET /lanes': listed,
      'GET /carriers': ({ query }: FakeRequest) =>
        carriers.filter(({ name }) =>
          name.includes(
            (JSON.parse(query.get('filter') ?? '{}') as { search?: string }).search ?? ''
          )
        ),
      'GET /carriers/:id': ({ params }: FakeRequest) => carriers.find(({ id }) => id === params.id),
      'POST /lanes/:id/close': ({ params }: FakeRequest) => {
        const found = lanes.find(({ id }) => id === params.id)
        if (found?.port === 'Gdansk') {
          return { status: 409, body: { message: `${found.name} is in use.` } }
        }
        if (found) found.isOpen = false
        return {}
      },
    },
  },
}
export default meta
type Story = StoryObj<typeof Page>

const address = () => screen.getByRole('status', { name: 'Address' }).textContent
const row = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('tr') as HTMLElement
const gone = (name: string) =>
  waitFor(() => expect(screen.queryByRole('link', { name })).toBeNull())
const back = () => userEvent.click(screen.getByRole('button', { name: 'Back' }))

/** Filters and order are in the address, and Back removes them. */
export const InTheAddress: Story = {
  play: async () => {
    await expect(await screen.findByText('1–25 of 60')).toBeVisible()
    await expect(address()).toBe('')

    await userEvent.click(screen.getByRole('button', { name: 'Add filter' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Port' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Gdansk' }))
    await expect(await screen.findByText('1–20 of 20')).toBeVisible()
    await expect(address()).toContain('filter={"port":"Gdansk"}')
    await expect(screen.getByRole('button', { name: 'Port Gdansk' })).toBeVisible()

    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await userEvent.keyboard('/')
    await expect(screen.getByRole('searchbox')).toHaveFocus()
    await userEvent.keyboard('00012')
    await expect(await screen.findByText('1–1 of 1')).toBeVisible()
    await expect(address()).toContain('"search":"00012"')

    await back()
    await expect(await screen.findByText('1–20 of 20')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''))
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Port' }))
    await expect(await screen.findByText('1–25 of 60')).toBeVisible()

    await userEvent.click(screen.getByRole('button', { name: 'Berths' }))
    await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('Lane 00018'))
    await expect(address()).toContain('order=DESC')
    await userEvent.click(screen.getByRole('button', { name: /next page/ }))
    await expect(await screen.findByText('26–50 of 60')).toBeVisible()
    await expect(address()).toContain('page=2')
    await back()
    await expect(await screen.findByText('1–25 of 60')).toBeVisible()

    await userEvent.click(screen.getByRole('button', { name: 'Show as cards' }))
    await expect(await screen.findByRole('list', { name: 'Lanes' })).toBeVisible()
    await expect(address()).toContain('layout=cards')
    await expect(address()).toContain('order=DESC')
    await back()
    await expect(await screen.findByRole('table', { name: 'Lanes' })).toBeVisible()
  },
}

/** One of many records is found by its name, and a shared link shows its name. */
export const FilterByRecord: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add filter' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Carrier' }))
    await userEvent.type(await screen.findByRole('combobox', { name: 'Carrier' }), 'Nordic')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.click(screen.getByRole('option', { name: 'Nordic Freight' }))
    await expect(await screen.findByText('1–25 of 30')).toBeVisible()
    await expect(
      await screen.findByRole('button', { name: 'Carrier Nordic Freight' })
    ).toBeVisible()
  },
}

/** Rows are one Tab stop; arrows, Enter and Space do the rest. Red when the focused row is not visible. */
export const ByKeyboard: Story = {
  play: async () => {
    const first = await row('Lane 00001')
    first.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect(await row('Lane 00003')).toHaveFocus()
    await expect(getComputedStyle(await row('Lane 00003')).outlineStyle).toBe('solid')
    await userEvent.keyboard('{Enter}')
    await expect(opened).toHaveBeenCalledWith(expect.objectContaining({ id: 'lane_2' }))
    await userEvent.keyboard(' {ArrowDown} ')
    await expect(await screen.findByText('2 selected')).toBeVisible()
    await userEvent.keyboard('{End}')
    await expect(await row('Lane 00025')).toHaveFocus()
    await expect(first).toHaveAttribute('tabindex', '-1')
    // Controls in a row keep their own keys.
    opened.mockClear()
    screen.getByRole('button', { name: 'Call Lane 00002' }).focus()
    await userEvent.keyboard('{Enter}{ArrowDown}')
    await expect(screen.getByRole('button', { name: 'Call Lane 00002' })).toHaveFocus()
    await expect(opened).not.toHaveBeenCalled()
    await userEvent.click(screen.getByText('Bremerhaven', { selector: 'tr:nth-child(2) td' }))
    await expect(opened).toHaveBeenCalledTimes(1)
  },
}

/** From anywhere on the screen, but not while the person types. */
export const ByLetters: Story = {
  play: async () => {
    await row('Lane 00001')
    await userEvent.keyboard('j')
    await expect(await row('Lane 00001')).toHaveFocus()
    await userEvent.keyboard('jjk')
    await expect(await row('Lane 00002')).toHaveFocus()
    await userEvent.keyboard('x{Enter}')
    await expect(await screen.findByText('1 selected')).toBeVisible()
    await expect(opened).toHaveBeenCalledWith(expect.objectContaining({ id: 'lane_1' }))
    // On a control inside a row, letters apply to that row.
    screen.getByRole('button', { name: 'Call Lane 00004' }).focus()
    await userEvent.keyboard('x')
    await expect(await screen.findByText('2 selected')).toBeVisible()
    await userEvent.keyboard('j')
    await expect(await row('Lane 00005')).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
    await userEvent.type(await screen.findByRole('searchbox'), 'jx')
    await expect(screen.getByRole('searchbox')).toHaveValue('jx')
    await expect(screen.queryByText('1 selected')).toBeNull()
  },
}

export const CardsByLetters: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Show as cards' }))
    await screen.findByRole('list', { name: 'Lanes' })
    await userEvent.keyboard('jjx')
    const second = (await screen.findByRole('link', { name: 'Lane 00002' })).closest('li')
    await expect(second).toHaveFocus()
    await expect(within(second!).getByRole('checkbox')).toBeChecked()
  },
}

/** With the keyboard alone: the bar disappears with the pressed button, and the focus is in the list. */
export const FocusAfterBulk: Story = {
  play: async () => {
    await row('Lane 00001')
    await userEvent.keyboard('jjx')
    await screen.findByText('1 selected')
    screen.getByRole('button', { name: 'Close' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
    await expect(await row('Lane 00002')).toHaveFocus()
  },
}

/** An action on all selected records. Refused ones stay selected. */
export const Selected: Story = {
  play: async () => {
    await row('Lane 00001')
    const boxes = () => screen.getAllByRole('checkbox', { name: /^Select this row: Lane/ })
    await userEvent.click(boxes()[1]!)
    await userEvent.click(boxes()[2]!)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await expect(await screen.findByText('Failed for 1 of 2')).toBeVisible()
    await expect(screen.getByText('Lane 00003 is in use.')).toBeVisible()
    await expect(await screen.findByText('1 selected')).toBeVisible()
    await expect(boxes()[2]).toBeChecked()
    const closed = within(await row('Lane 00002'))
    await expect(await closed.findByText('Inactive')).toBeVisible()
    // Shift selects all rows up to this one.
    await userEvent.click(boxes()[4]!)
    await expect(await screen.findByText('2 selected')).toBeVisible()
    await fireEvent.click(boxes()[7]!, { shiftKey: true })
    await expect(await screen.findByText('5 selected')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Select this page' }))
    await expect(await screen.findByText('25 selected')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
    await expect(await screen.findByRole('searchbox')).toBeVisible()
  },
}

/** Named views of filters and order, and optional columns. */
export const ViewsAndColumns: Story = {
  play: async () => {
    await userEvent.type(await screen.findByRole('searchbox'), '0000')
    await expect(await screen.findByText('1–9 of 9')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this view...' }))
    await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'First ones')
    await userEvent.click(screen.getByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.clear(screen.getByRole('searchbox'))
    await expect(await screen.findByText('1–25 of 60')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'First ones' }))
    await expect(await screen.findByText('1–9 of 9')).toBeVisible()
    await expect(screen.getByRole('searchbox')).toHaveValue('0000')

    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Port' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await expect(screen.queryByRole('columnheader', { name: 'Port' })).toBeNull()
    await expect(screen.getByRole('columnheader', { name: 'Berths' })).toBeVisible()
  },
}

/** Low rows by default. Red when rows outside the view keep the height of the other density. */
export const Density: Story = {
  args: { endless: true },
  play: async () => {
    await row('Lane 00001')
    // Even behind the open menu.
    const first = () => document.querySelector<HTMLElement>('[data-row="0"]')!
    const height = () => first().offsetHeight
    const whole = () => first().closest('table')!.offsetHeight
    await expect(height()).toBe(44)
    const low = whole()
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    const compact = await screen.findByRole('menuitemradio', { name: 'Compact' })
    await expect(compact).toHaveAttribute('aria-checked', 'true')
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Comfortable' }))
    await waitFor(() => expect(height()).toBe(59))
    await waitFor(() => expect(Math.abs(whole() - low - 60 * 15)).toBeLessThan(30))
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Compact' }))
    await waitFor(() => expect(height()).toBe(44))
  },
}

const sentence =
  'Berths are closed until the storm has passed and the harbor master says so. '.repeat(5)

/** One line per row; a tooltip shows cut text. */
export const Log: Story = {
  args: { log: true },
  beforeEach: () => {
    lanes = [{ ...lane(0), port: sentence }, lane(1)]
  },
  play: async () => {
    const [first, second] = [await row('Lane 00001'), await row('Lane 00002')]
    await expect([first.offsetHeight, second.offsetHeight]).toEqual([40, 40])
    const cell = within(first).getByText(/^Berths are closed/)
    await userEvent.hover(cell)
    await expect(cell).toHaveAttribute('title', sentence.trim())
    await userEvent.hover(within(second).getByText('Bremerhaven'))
    await expect(within(second).getByText('Bremerhaven')).not.toHaveAttribute('title')
  },
}

/** Red when a first read, the person's own change or another page is marked as news. */
export const News: Story = {
  play: async () => {
    const newsOf = async (name: string) => (await row(name)).dataset.news
    const refresh = () => userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await expect(await newsOf('Lane 00002')).toBeUndefined()
    const [first, second, ...others] = lanes
    const changed = { ...second!, updatedAt: '2026-11-30T12:00:00.000Z' } as Lane
    lanes = [first!, { ...lane(0), id: 'lane_new', name: 'Lane 00000' }, changed, ...others]
    await refresh()
    await waitFor(async () => expect(await newsOf('Lane 00000')).toBe('new'))
    await expect(await newsOf('Lane 00002')).toBe('changed')
    await expect(await newsOf('Lane 00001')).toBeUndefined()
    await waitFor(async () => expect(await newsOf('Lane 00002')).toBeUndefined(), {
      timeout: 3_000,
    })
    await userEvent.click(screen.getByRole('button', { name: 'Go to next page' }))
    await expect(await newsOf('Lane 00026')).toBeUndefined()
  },
}

/** Ten thousand rows, of which only those in view are rendered. Red when a new page renders all of them again. */
export const Endless: Story = {
  args: { endless: true },
  beforeEach: () => {
    lanes = Array.from({ length: 10_000 }, (_, at) => lane(at))
  },
  play: async () => {
    const first = await row('Lane 00001')
    await expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10001')
    await expect(screen.getByText('10,000 rows')).toBeInTheDocument()
    await expect(document.documentElement.scrollHeight).toBeGreaterThan(10_000 * 40)
    first.focus()
    await userEvent.keyboard('{End}')
    await waitFor(async () => expect(await row('Lane 10000')).toHaveFocus())
    await gone('Lane 00001')
    await userEvent.keyboard('{ArrowUp}')
    await expect(await row('Lane 09999')).toHaveFocus()
    await userEvent.keyboard('{Home}')
    await waitFor(async () => expect(await row('Lane 00001')).toHaveFocus())
    // The pages between were never requested.
    await expect([...new Set(requestedRows)].sort((a, b) => a - b)).toEqual([0, 9_900])
    await expect(screen.getAllByRole('row').length).toBeLessThan(80)
    // As the first row, when it loses the Tab stop, and when it gets it back.
    await expect(Math.max(...renderCounts.values())).toBeLessThanOrEqual(4)
  },
}

/** A jump reads the rows shown there. Red when pages that were scrolled past are read as well. */
export const Jumps: Story = {
  args: { endless: true },
  beforeEach: () => {
    lanes = Array.from({ length: 10_000 }, (_, at) => lane(at))
  },
  play: async () => {
    await row('Lane 00001')
    const whole = document.documentElement.scrollHeight
    for (const part of [0.2, 0.4, 0.6, 0.5]) {
      window.scrollTo(0, whole * part)
      // The event updates the list immediately. On a busy machine the browser's own event comes late.
      window.dispatchEvent(new Event('scroll'))
    }
    await screen.findAllByRole('link', { name: /^Lane 0(49|50)/ })
    await expect(
      requestedRows.filter((from) => from !== 0 && (from < 4_800 || from > 5_100))
    ).toEqual([])
    // The column heads are still in view.
    const head = screen.getByRole('columnheader', { name: 'Lane' }).getBoundingClientRect()
    await expect(head.top).toBeGreaterThan(0)
    await expect(head.bottom).toBeLessThan(300)
    window.scrollTo(0, 0)
  },
}

/** Selects up to the server's limit. Red when all rows are read, and no action is possible. */
export const SelectsAtMost: Story = {
  args: { endless: true },
  beforeEach: () => {
    lanes = Array.from({ length: 2_500 }, (_, at) => lane(at))
  },
  play: async () => {
    await row('Lane 00001')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select this row: Lane 00002' }))
    await userEvent.click(screen.getByRole('button', { name: 'Select the first 1,000' }))
    await expect(await screen.findByText('1,000 selected')).toBeVisible()
    await expect(requestedRows).toEqual([0, 0])
    await expect(screen.queryByRole('button', { name: /^Select the first/ })).toBeNull()
  },
}

/** Red when a tall bar pushes the rows down, so that a second press would hit another row. */
const staysInPlace: Story['play'] = async () => {
  const link = await screen.findByRole('link', { name: 'Lane 00003' })
  // Relative to the page, because a press may scroll it.
  const top = () => link.getBoundingClientRect().top + window.scrollY
  const before = top()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select this row: Lane 00003' }))
  const bar = await screen.findByRole('group', { name: 'Actions for the selected rows' })
  await expect(top()).toBe(before)
  await expect(bar.scrollWidth).toBeLessThanOrEqual(bar.clientWidth)
  const close = screen.getByRole('button', { name: 'Close' })
  await expect(bar.getBoundingClientRect().right).toBeGreaterThan(
    screen.getByRole('button', { name: 'Clear selection' }).getBoundingClientRect().right
  )
  await userEvent.click(close)
}

export const StaysInPlace: Story = { args: { many: true }, play: staysInPlace }
export const StaysInPlaceOnPhones: Story = {
  args: { many: true },
  globals: { viewport: { value: 'mobile1' } },
  play: staysInPlace,
}

/** Arrow keys enter the list when no control has the focus, but never from a text field. */
export const ArrowsWithoutFocus: Story = {
  play: async () => {
    await row('Lane 00001')
    await userEvent.keyboard('{ArrowDown}')
    await expect(await row('Lane 00001')).toHaveFocus()
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('{End}')
    await expect(await row('Lane 00025')).toHaveFocus()
    screen.getByRole('button', { name: 'Berths' }).focus()
    await userEvent.keyboard('{Home}')
    await expect(await row('Lane 00001')).toHaveFocus()
    screen.getByRole('searchbox').focus()
    await userEvent.keyboard('{ArrowDown}{End}')
    await expect(screen.getByRole('searchbox')).toHaveFocus()
  },
}

/** An invalid address is repaired, and its valid part is shown. Red when validAddress() is not called. */
export const BrokenLink: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Broken link' }))
    await expect(await screen.findByText('1–20 of 20')).toBeVisible()
    await expect(address()).toBe('?filter={"port":"Gdansk"}')
    await expect(screen.getByRole('searchbox')).toHaveValue('')
  },
}

export const NoMatch: Story = {
  play: async () => {
    await userEvent.type(await screen.findByRole('searchbox'), 'unknown')
    await expect(await screen.findByText('No matches')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await expect(await screen.findByText('1–25 of 60')).toBeVisible()
  },
}

/** Red when rows are cards, of which four fill a phone. */
export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async () => {
    await expect(await screen.findByRole('list', { name: 'Lanes' })).toBeVisible()
    await expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Antwerp')
    await expect(screen.getAllByRole('listitem')[1]!.offsetHeight).toBeLessThanOrEqual(62)
    await userEvent.click(screen.getByRole('button', { name: 'Sort by' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Berths' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('39'))
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Dark: Story = { globals: { theme: 'dark' } }
