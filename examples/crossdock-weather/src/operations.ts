import { operation } from '@crossdock/kernel/http'
import { weatherRead, weatherWrite } from './contracts/index.js'
import { placeList } from './queries/places.js'
import { placeAnswer, placeBody } from './validators/place.js'

const places = () => import('./controllers/places_controller.js')

export default [
  operation(
    'GET /weather/places',
    {
      summary: 'Places you follow',
      permission: weatherRead,
      list: placeList,
      response: placeAnswer,
    },
    places,
    'index'
  ),
  operation(
    'POST /weather/places',
    {
      summary: 'Follow a place',
      permission: weatherWrite,
      body: placeBody,
      response: placeAnswer,
      status: 201,
    },
    places,
    'store'
  ),
]
