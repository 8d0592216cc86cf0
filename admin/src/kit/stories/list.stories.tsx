import type { Meta, StoryObj } from '@storybook/react-vite'
import Button from '@mui/material/Button'
import {
  ActiveBadge,
  actionsColumn,
  BulkAction,
  EmptyState,
  ResourceList,
  RowLink,
  type ListColumn,
} from '@crossdock/admin/kit'
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
/** The first row of each page that was asked for. */
let asked: number[] = []
/** How often each row was drawn. */
const drawn = new Map<string, number>()

/** Filters and sorts as a server does; the page is cut by the fake API. */
function listed({ query }: FakeRequest) {
  asked.push((JSON.parse(query.get('range') ?? '[0]') as number[])[0] ?? 0)
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
    render: ({ id, port }) => {
      drawn.set(id, (drawn.get(id) ?? 0) + 1)
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

function Page({ endless, many }: { endless?: boolean; many?: boolean }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <h1>Lanes</h1>
      <output aria-label="Address" style={{ display: 'block', overflowWrap: 'anywhere' }}>
        {decodeURIComponent(search)}
      </output>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate(`?${broken}`)}>Broken link</button>
      <ResourceList<Lane>
        resource="lanes"
        label="Lanes"
        columns={columns}
        sort={{ field: 'name', order: 'ASC' }}
        search="Search lanes"
        endless={endless}
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
    drawn.clear()
    asked = []
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

/** What narrows and orders the list stands in the address, and Back takes it away again. */
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

/** One of many records is found by its name, and shown by its name in a link that was sent. */
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

/** Rows are one stop of the Tab key; arrows, Enter and Space do the rest. Red when nobody sees which row is meant. */
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
    // What stands in a row keeps its own keys.
    opened.mockClear()
    screen.getByRole('button', { name: 'Call Lane 00002' }).focus()
    await userEvent.keyboard('{Enter}{ArrowDown}')
    await expect(screen.getByRole('button', { name: 'Call Lane 00002' })).toHaveFocus()
    await expect(opened).not.toHaveBeenCalled()
    await userEvent.click(screen.getByText('Bremerhaven', { selector: 'tr:nth-child(2) td' }))
    await expect(opened).toHaveBeenCalledTimes(1)
  },
}

/** From anywhere on the screen; not while something is typed. */
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
    // Inside of a row they are about that row.
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

/** By keyboard alone: the bar goes away with the button that was pressed, and the focus is in the list. */
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

/** Something is done for all that are selected; those it was refused for stay selected. */
export const Selected: Story = {
  play: async () => {
    await row('Lane 00001')
    const boxes = () => screen.getAllByRole('checkbox', { name: /^Select this row: Lane/ })
    await userEvent.click(boxes()[1]!)
    await userEvent.click(boxes()[2]!)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await expect(await screen.findByText('Not done for 1 of 2')).toBeVisible()
    await expect(screen.getByText('Lane 00003 is in use.')).toBeVisible()
    await expect(await screen.findByText('1 selected')).toBeVisible()
    await expect(boxes()[2]).toBeChecked()
    const closed = within(await row('Lane 00002'))
    await expect(await closed.findByText('Inactive')).toBeVisible()
    // With Shift all up to the one that was chosen last.
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

/** Filters and order under a name; columns to choose. */
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

/** Ten thousand rows, of which only those in sight are in the page. Red when a page that comes draws all of them anew. */
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
    // What lies between was never asked for.
    await expect([...new Set(asked)].sort((a, b) => a - b)).toEqual([0, 9_900])
    await expect(screen.getAllByRole('row').length).toBeLessThan(80)
    // As the first row, when Tab no longer goes there, and when one comes back to it.
    await expect(Math.max(...drawn.values())).toBeLessThanOrEqual(4)
  },
}

/** A jump reads what is shown there. Red when pages that were scrolled past are read as well. */
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
      // The event makes the list follow at once. On a busy machine the browser's own event comes late.
      window.dispatchEvent(new Event('scroll'))
    }
    await screen.findAllByRole('link', { name: /^Lane 0(49|50)/ })
    await expect(asked.filter((from) => from !== 0 && (from < 4_800 || from > 5_100))).toEqual([])
    // The heads of the columns are still in sight.
    const head = screen.getByRole('columnheader', { name: 'Lane' }).getBoundingClientRect()
    await expect(head.top).toBeGreaterThan(0)
    await expect(head.bottom).toBeLessThan(300)
    window.scrollTo(0, 0)
  },
}

/** As many as the server takes in one request. Red when all of them are read, and nothing can be done with them. */
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
    await expect(asked).toEqual([0, 0])
    await expect(screen.queryByRole('button', { name: /^Select the first/ })).toBeNull()
  },
}

/** Red when a bar of many lines pushes the rows down: the second press of two would meet another row. */
const staysInPlace: Story['play'] = async () => {
  const link = await screen.findByRole('link', { name: 'Lane 00003' })
  // In the page: a press may scroll it.
  const top = () => link.getBoundingClientRect().top + window.scrollY
  const before = top()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select this row: Lane 00003' }))
  const bar = await screen.findByRole('group', { name: 'What to do with the selected rows' })
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

/** The arrows go into the list from wherever nothing else has them; never out of what is written in. */
export const ArrowsFromNowhere: Story = {
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

/** Of an address somebody wrote, what no list can show goes, and the rest is shown. Red when mended() is not asked. */
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
    await userEvent.type(await screen.findByRole('searchbox'), 'nowhere')
    await expect(await screen.findByText('Nothing matches')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await expect(await screen.findByText('1–25 of 60')).toBeVisible()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async () => {
    await expect(await screen.findByRole('list', { name: 'Lanes' })).toBeVisible()
    await expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Antwerp')
    await userEvent.click(screen.getByRole('button', { name: 'Sort by' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Berths' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('39'))
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Dark: Story = { globals: { theme: 'dark' } }
