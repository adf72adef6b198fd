// Markets as the API shows them: their names and regions. Retail, company and channel markets are not modelled.

import {connection, pageArgs} from '../connection.ts';
import {type View, withArgs} from '../field.ts';
import {gid} from '../store/gid.ts';
import {countryName, type MarketRecord} from '../store/markets.ts';

export function marketView({id, name, isActive, countries, subdivisions}: MarketRecord): View {
  const regions = [
    ...(countries ?? []).map((code): View => ({__typename: 'MarketRegionCountry', code, name: countryName(code)})),
    ...subdivisions.map(
      ({country, code}): View => ({
        __typename: 'MarketRegionSubdivision',
        code,
        name: code,
        country: {code: country, name: countryName(country)},
      }),
    ),
  ];
  return {
    __typename: 'Market',
    id: gid('Market', id),
    name,
    handle: name.toLowerCase().replaceAll(' ', '-'),
    status: isActive ? 'ACTIVE' : 'DRAFT',
    type: 'REGION',
    conditions: {
      __typename: 'MarketConditions',
      conditionTypes: ['REGION'],
      regionsCondition: {
        __typename: 'RegionsCondition',
        applicationLevel: countries === null ? 'ALL' : 'SPECIFIED',
        // Which regions a market for all of them lists is not documented: none is harder for the app.
        regions: withArgs(pageArgs, (args) =>
          connection(
            {
              items: regions,
              position: (_region, index) => [index, index],
              view: (region) => ({...region, id: gid('MarketRegion', id * 1000 + regions.indexOf(region))}),
            },
            args,
          ),
        ),
      },
    },
  };
}
