import Card from '@mui/material/Card'
import { BackLink, PageHeader } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useParams } from 'react-router-dom'
import { EventContent } from './EventContent.js'

/** /events/:eventId: one event on its own page. Narrow screens and links from other screens open it here. */
export default function EventPage() {
  const translate = useTranslate()
  const { eventId = '' } = useParams()
  return (
    <>
      <PageHeader
        title={translate('events.details')}
        above={<BackLink to="/events">{translate('events.title')}</BackLink>}
      />
      <Card sx={{ p: { xs: 2, sm: 2.5 }, maxWidth: 880 }}>
        <EventContent key={eventId} id={eventId} />
      </Card>
    </>
  )
}
