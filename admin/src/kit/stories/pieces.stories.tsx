import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'
import {
  Badge,
  EmptyState,
  ErrorState,
  IconTile,
  InitialsAvatar,
  Meter,
  NoPermission,
  PageBody,
  PageHeader,
  RelativeTime,
  RowsSkeleton,
  CardsSkeleton,
  Section,
  StatCard,
  StatGrid,
  StatStrip,
  UsageHealth,
  Icon,
  ApiError,
} from '@crossdock/admin/kit'
import { Activity, Boxes, Plug, Plus, Users } from 'lucide-react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'

const meta: Meta = { title: 'Kit/Pieces' }
export default meta
type Story = StoryObj

const variants = [
  'default',
  'secondary',
  'destructive',
  'outline',
  'success',
  'warning',
  'info',
] as const

export const Badges: Story = {
  render: () => (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {variants.map((variant) => (
        <Badge key={variant} variant={variant}>
          {variant}
        </Badge>
      ))}
      <Badge variant="success" dot>
        Active
      </Badge>
      <Badge variant="secondary" dot>
        Inactive
      </Badge>
    </Box>
  ),
}

export const BadgesDark: Story = { ...Badges, globals: { theme: 'dark' } }

export const StatCards: Story = {
  render: () => (
    <StatGrid>
      <StatCard label="Total Assets" value="128,430" hint="Files and folders" icon={Boxes} />
      <StatCard label="Active Users" value="64" hint="People with access" icon={Users} />
      <StatCard label="Integrations" value="3" hint="Connected systems" icon={Plug} loading />
      <StatCard label="System Status" value="Degraded" tone="warning" icon={Activity} />
    </StatGrid>
  ),
}

/** Red when a count is shortened: other screens show the same count. */
export const LargeFigures: Story = {
  render: () => (
    <StatGrid>
      <StatCard label="Total Assets" value={128_430} to="/assets" icon={Boxes} />
      <StatCard label="Runs" value={5_006} hint="1 failed" icon={Activity} />
    </StatGrid>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('128,430')).toBeVisible()
    await expect(canvas.getByText('5,006')).toBeVisible()
  },
}

/** Six cards that do not fit in one row wrap into two even ones. Red when a row has a single card. */
export const SixStatCards: Story = {
  render: () => (
    <Box sx={{ width: 920 }}>
      <StatGrid>
        {['Total', 'Running', 'Completed', 'Failed', 'A label of several words', 'Rate'].map(
          (label) => (
            <StatCard key={label} label={label} value="12" icon={Boxes} />
          )
        )}
      </StatGrid>
    </Box>
  ),
  play: async ({ canvas }) => {
    const tops = canvas.getAllByText('12').map((figure) => figure.getBoundingClientRect().top)
    const rows = [...new Set(tops)].map((top) => tops.filter((one) => one === top).length)
    await expect(rows).toEqual(rows.map(() => rows[0]))
  },
}

/** Red when the longer hint moves its figure up. */
export const HintsOfTwoLengths: Story = {
  render: () => (
    <Box sx={{ width: 320 }}>
      <StatGrid>
        <StatCard label="Integrations" value="12" hint="Connected systems" icon={Plug} />
        <StatCard label="Status" value="12" hint="All 5 components responding" icon={Activity} />
      </StatGrid>
    </Box>
  ),
  play: async ({ canvas }) => {
    const [one, other] = canvas.getAllByText('12').map((it) => it.getBoundingClientRect().top)
    await expect(one).toBe(other)
  },
}

/** Red when a large figure of the strip is shortened, or a narrow strip cuts it without a tooltip. */
export const Strip: Story = {
  render: () => (
    <StatStrip
      figures={[
        { label: 'Connected systems', value: 6, hint: '5 active' },
        { label: 'API endpoints', value: 1_204, hint: '31 active' },
        { label: 'Failed', value: 3, isDanger: true },
        { label: 'Success rate', value: '99.2%' },
      ]}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('1,204').closest('p')).toHaveAttribute(
      'title',
      '1,204 · 31 active'
    )
    await expect(
      canvas.getByText('Connected systems').closest('div')!.offsetHeight
    ).toBeLessThanOrEqual(56)
  },
}

export const Meters: Story = {
  render: () => (
    <Box sx={{ maxWidth: 360, display: 'grid', gap: 3 }}>
      <Meter label="Storage" value={61.4} max={200} text="61.4 GB / 200 GB" />
      <Meter label="API calls" value={38_900} max={50_000} text="38.9K / 50.0K" />
      <Meter label="Systems" value={20} max={20} />
      <Meter label="Without a limit" value={0} max={0} />
    </Box>
  ),
  play: async ({ canvas }) => {
    const calls = canvas.getByRole('meter', { name: 'API calls' })
    await expect(calls).toHaveAttribute('aria-valuenow', '38900')
    await expect(canvas.getByText('20 / 20')).toBeVisible()
  },
}

/** Red when a threshold differs from the specification, or when only the color shows the health. */
export const HealthInWords: Story = {
  render: () => (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {[0, 75, 76, 90, 91].map((used) => (
        <UsageHealth key={used} used={used} limit={100} />
      ))}
      <UsageHealth used={1} limit={0} />
    </Box>
  ),
  play: async ({ canvasElement }) => {
    await expect(canvasElement.innerText.trim().split(/\s+/)).toEqual([
      'Healthy',
      'Healthy',
      'Caution',
      'Caution',
      'Warning',
      'Warning',
    ])
  },
}

export const MetersDark: Story = { ...Meters, globals: { theme: 'dark' }, play: undefined }

export const HeaderAndSection: Story = {
  render: () => (
    <>
      <PageHeader
        title="Integrations"
        subtitle="External systems and what ran on them"
        actions={
          <Button variant="contained" startIcon={<Icon icon={Plus} />}>
            Add System
          </Button>
        }
      />
      <PageBody>
        <Section
          title="Systems"
          description="2 connected"
          actions={<Button size="small">View all</Button>}
        >
          <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
            <IconTile icon={Plug} />
            <InitialsAvatar name="Harbor Logistics" square />
            <InitialsAvatar person={{ email: 'mara@harbor.example' }} />
            <Typography>
              Changed <RelativeTime time={new Date(Date.now() - 300_000).toISOString()} />
            </Typography>
          </Box>
        </Section>
      </PageBody>
    </>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible()
    await expect(canvas.getByRole('region', { name: 'Systems' })).toBeVisible()
    await expect(canvas.getByText('MA')).toBeVisible()
    await expect(canvas.getByText('HL')).toBeVisible()
    await expect(canvas.getByText('5 minutes ago')).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Integrations · Crossdock'))
  },
}

export const Empty: Story = {
  render: () => (
    <EmptyState
      icon={Plug}
      title="No systems connected"
      description="Add the first service that sends or receives files."
      action={<Button variant="contained">Add System</Button>}
    />
  ),
}

const retry = fn()

export const Failed: Story = {
  render: () => (
    <ErrorState
      error={new ApiError('The database did not answer within 5 seconds.', 503)}
      onRetry={retry}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('The database did not answer within 5 seconds.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(retry).toHaveBeenCalledOnce()
  },
}

export const Refused: Story = {
  render: () => (
    <ErrorState
      error={new ApiError('Your role does not include tenants.list.', 403)}
      onRetry={retry}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Access Denied')).toBeVisible()
    await expect(canvas.getByText('Your role does not include tenants.list.')).toBeVisible()
    await expect(canvas.queryByRole('button')).toBeNull()
  },
}

export const NotAllowed: Story = { render: () => <NoPermission /> }

export const Loading: Story = {
  render: () => (
    <PageBody>
      <Section title="All Tenants" flush>
        <RowsSkeleton rows={3} />
      </Section>
      <CardsSkeleton cards={3} />
    </PageBody>
  ),
  play: async ({ canvasElement }) => {
    const busy = within(canvasElement).getAllByRole('status', { name: 'Loading' })
    await expect(busy).toHaveLength(2)
  },
}
