import { EmptyState, ErrorState, RowsSkeleton, Section } from '@crossdock/admin/kit'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import { useGetList, useTranslate } from 'ra-core'

interface Place {
  id: string
  name: string
}

/** Lists the places that the tenant follows. */
export default function WeatherTab() {
  const translate = useTranslate()
  const { data, error, isPending, refetch } = useGetList<Place>('weather/places')
  if (isPending) return <RowsSkeleton />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <EmptyState title={translate('weather.none')} />
  return (
    <Section title={translate('weather.tab')}>
      <List>
        {data.map(({ id, name }) => (
          <ListItem key={id}>{name}</ListItem>
        ))}
      </List>
    </Section>
  )
}
