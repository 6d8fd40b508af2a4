import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';

const messageOf = (body: unknown) => new ApiError(400, body).message;

describe('The error of a response', () => {
  it('The error has the message of the service, whatever its form', () => {
    expect(messageOf('Too many requests')).toBe('Too many requests');
    expect(messageOf({ error: 'No such plant' })).toBe('No such plant');
    expect(messageOf({ detail: 'Not found.' })).toBe('Not found.');
    expect(messageOf({ lat: ['is above 90'], name: ['is empty', 'is missing'] })).toBe(
      'Latitude: is above 90\nName: is empty is missing',
    );
  });

  it.each([undefined, null, '', {}, 7, { detail: 7 }])(
    'The error names the status if the body is %j',
    (body) => {
      expect(new ApiError(503, body).message).toBe('HTTP 503');
    },
  );

  it('The error has the messages by field, and ignores values that are no list', () => {
    const error = new ApiError(400, { lat: ['is above 90'], detail: 'bad' });
    expect(error.fields).toEqual({ lat: ['is above 90'] });
    expect(new ApiError(500, undefined).fields).toEqual({});
    expect(error.status).toBe(400);
  });
});
