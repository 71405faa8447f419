// One request per iteration: closed model, or open model when RATE is set.
import http from 'k6/http';

const users = Number(__ENV.USERS);
const rate = Number(__ENV.RATE || 0);
const duration = `${__ENV.SECONDS}s`;

export const options = {
  discardResponseBodies: true,
  summaryTrendStats: ['p(50)', 'p(90)', 'p(99)', 'p(99.9)'],
  scenarios: {
    load:
      rate > 0
        ? {
            executor: 'constant-arrival-rate',
            rate: rate,
            duration: duration,
            preAllocatedVUs: users,
            maxVUs: users,
          }
        : { executor: 'constant-vus', vus: users, duration: duration },
  },
};

export default function () {
  http.get(__ENV.URL, { timeout: '24h' });
}

export function handleSummary(data) {
  const time = data.metrics.http_req_duration.values;
  return {
    stdout: ['50', '90', '99', '99.9'].map((p) => `percentile ${p} ${time[`p(${p})`]}\n`).join(''),
  };
}
