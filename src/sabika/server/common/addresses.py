"""Addresses as limits count them."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

LOCAL = "local"  # over the socket in the data folder


def network_of(host: str) -> str:
    """An IPv4 address as it is; for IPv6 its network, since every machine has a whole one."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:  # as a socket for both writes IPv4
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))
