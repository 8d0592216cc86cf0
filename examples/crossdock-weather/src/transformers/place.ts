import type { Row } from '@crossdock/kernel/http'
import type { Place } from '../models/place.js'

export const showPlace = ({ id, name, createdAt }: Row<Place>) => ({ id, name, createdAt })
