"""What a position is worth: random playouts, trees and exact values."""
